public import RxCore

/// What a ``Screen`` needs of a terminal. May be used from any thread.
public protocol TerminalDevice: Sendable {
  /// Whether the terminal shows colours.
  var hasColors: Bool { get }

  /// What the user types, as it is read. Fails with a ``TerminalError`` when the terminal can no longer be used.
  var input: Observable<[UInt8]> { get }

  /// The size, each time when it has changed or when the terminal no longer shows what was written.
  var sizes: Observable<Size> { get }

  /// Prepares the terminal for a screen, and returns its size.
  func begin() throws(TerminalError) -> Size

  /// Restores the terminal as it was at ``begin()``. Calling it twice is harmless.
  func end()

  /// Writes `bytes` when it is subscribed, and completes when the terminal has taken all of them. What is written before ``begin()``
  /// or after ``end()`` is dropped. Fails with a ``TerminalError`` when the terminal can no longer be used.
  func write(_ bytes: [UInt8]) -> Completable
}
