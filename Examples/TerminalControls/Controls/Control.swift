public import RxCore

/// A part of the screen that draws itself, and may use keys.
///
/// A subclass calls ``setNeedsDisplay()`` when what it shows changes. Its `.rx` has a `Binder` for each of its properties.
@MainActor
open class Control {
  /// The screen that shows it.
  public internal(set) weak var screen: Screen?

  /// Where it is on the screen.
  public var frame = Rectangle() {
    didSet { if frame != oldValue { setNeedsDisplay() } }
  }

  /// Whether it is not drawn.
  public var isHidden = false {
    didSet { if isHidden != oldValue { setNeedsDisplay() } }
  }

  /// Makes a control that is on no screen.
  public init() {}

  /// Has the screen draw it again, soon and once for many calls.
  public func setNeedsDisplay() {
    screen?.setNeedsDisplay()
  }

  /// Where the cursor is, in the control's own columns and rows; `nil` if it has none. It is read after drawing.
  open var cursor: Position? { nil }

  /// Draws the control. The upper left cell of its frame is in column 0 of row 0.
  open func draw(on canvas: inout Canvas) {}

  /// Acts on a key, and returns whether it has done so. Otherwise the key is offered to the next control.
  open func handle(_ key: Key) -> Bool { false }

  /// Acts on one of several keys that were read at once. The change may be emitted later, in ``emitChange()``.
  func act(on key: Key) -> Bool { handle(key) }

  /// Emits what keys have changed since the last call.
  func emitChange() {}
}

extension Control: ReactiveCompatible {}
