public import RxCore

/// A part of the screen that draws itself and may handle keys.
///
/// Belongs to the main actor. A control of your own overrides ``draw(on:)``, and calls ``setNeedsDisplay()`` when its
/// appearance changes:
///
///     final class Clock: Control {
///       var time = "" {
///         didSet { setNeedsDisplay() }
///       }
///
///       override func draw(on canvas: inout Canvas) { canvas.draw(time, at: 0, row: 0, style: .bold) }
///     }
///
/// To handle keys, it also overrides ``handle(_:)``, and is in the ``Screen/focus``. Its `.rx` has a `Binder` for each
/// settable property: `model.time.asDriver().drive(clock.rx.time)`. With a `Bindable`, write
/// `model.time.observe(with: clock) { clock, time in clock.time = time }`.
///
/// A test needs no terminal: it calls ``handle(_:)``, draws on a ``Canvas``, and compares its ``Canvas/lines``.
@MainActor
open class Control {
  /// The screen that shows the control.
  public internal(set) weak var screen: Screen?

  /// The position and size on the screen, in cells. Set in the screen's ``Screen/layout``. Empty by default, so that
  /// the control is not shown.
  public var frame = Rectangle() {
    didSet { if frame != oldValue { setNeedsDisplay() } }
  }

  /// Whether the control is hidden. A hidden control has no cursor and is offered no keys.
  public var isHidden = false {
    didSet { if isHidden != oldValue { setNeedsDisplay() } }
  }

  /// Creates a control that is not on a screen yet.
  public init() {}

  /// Redraws the screen soon; several calls are combined. Does nothing if the control is on no screen.
  public func setNeedsDisplay() {
    screen?.setNeedsDisplay()
  }

  /// The cursor's position relative to the control; `nil` without a cursor. Read after drawing.
  open var cursor: Position? { nil }

  /// Draws the control on a blank canvas of the size of its frame. The upper left cell is column 0, row 0.
  ///
  /// Called for each frame of the screen, also if only another control has changed.
  open func draw(on canvas: inout Canvas) {}

  /// Handles a key. Returns whether it did; if not, the next control in the focus is offered the key.
  open func handle(_ key: Key) -> Bool { false }

  /// Handles a key that is part of a batch. The change may be emitted later, in ``emitChange()``.
  func act(on key: Key) -> Bool { handle(key) }

  /// Emits any change made by keys since the last call.
  func emitChange() {}
}

extension Control: ReactiveCompatible {}
