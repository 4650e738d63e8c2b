public import RxCore

/// A part of the screen that draws itself and may handle keys.
///
/// A subclass calls ``setNeedsDisplay()`` when its appearance changes. Its `.rx` has a `Binder` for each settable
/// property.
@MainActor
open class Control {
  /// The screen that shows the control.
  public internal(set) weak var screen: Screen?

  /// The position and size on the screen.
  public var frame = Rectangle() {
    didSet { if frame != oldValue { setNeedsDisplay() } }
  }

  /// Whether the control is hidden.
  public var isHidden = false {
    didSet { if isHidden != oldValue { setNeedsDisplay() } }
  }

  /// Creates a control that is not on a screen yet.
  public init() {}

  /// Schedules a redraw of the screen. Calls made before the redraw are combined.
  public func setNeedsDisplay() {
    screen?.setNeedsDisplay()
  }

  /// The cursor's position relative to the control; `nil` without a cursor. Read after drawing.
  open var cursor: Position? { nil }

  /// Draws the control. The upper left cell of its frame is column 0, row 0.
  open func draw(on canvas: inout Canvas) {}

  /// Handles a key. Returns whether it did; if not, the next control is offered the key.
  open func handle(_ key: Key) -> Bool { false }

  /// Handles a key that is part of a batch. The change may be emitted later, in ``emitChange()``.
  func act(on key: Key) -> Bool { handle(key) }

  /// Emits any change made by keys since the last call.
  func emitChange() {}
}

extension Control: ReactiveCompatible {}
