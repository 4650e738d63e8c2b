public import RxCore

/// A terminal, as a ``Screen`` uses it: the program's ``Terminal``, or one of your own, for a test or a connection.
///
/// Can be used on any thread. A screen calls ``begin()`` when it starts and ``end()`` when it stops, and may start
/// again.
public protocol TerminalDevice: Sendable {
  /// Whether the terminal shows colours. Read for each frame.
  var hasColors: Bool { get }

  /// Emits the user's input as it is read, in pieces of any size. Fails with a ``TerminalError`` when the terminal can
  /// no longer be used.
  var input: Observable<[UInt8]> { get }

  /// Emits the size when it has changed or when the terminal no longer shows its previous content.
  var sizes: Observable<Size> { get }

  /// Prepares the terminal for a screen and returns its size. May emit input before it returns.
  func begin() throws(TerminalError) -> Size

  /// Restores the terminal to its state before ``begin()``. Safe to call more than once.
  func end()

  /// A sequence that writes `bytes` on subscription and completes when the terminal has accepted all of them.
  ///
  /// Before ``begin()`` and after ``end()``, output is dropped. Fails with a ``TerminalError`` when the terminal can no
  /// longer be used.
  func write(_ bytes: [UInt8]) -> Completable
}
