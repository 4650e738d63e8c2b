import Dispatch

/// A terminal in use: its settings, input, output and signals. All members are used on the queue.
final class TerminalSession {
  private let mode: TerminalMode
  private let channel: TerminalChannel
  private let signals: TerminalSignals
  private let crashes: CrashSignals
  private let descriptor: Descriptor
  /// Whether the terminal shows the alternate screen.
  private var isPrepared = false

  /// Opens the terminal and handles signals, but leaves the terminal's mode unchanged until ``prepare()``.
  ///
  /// - Parameters:
  ///   - path: the terminal.
  ///   - queue: where the closures are called.
  ///   - received: called with the bytes of each read, and with `nil` when the terminal was closed.
  ///   - signalled: called with each signal.
  init(
    path: String, queue: DispatchQueue, received: @escaping @Sendable ([UInt8]?) -> Void,
    signalled: @escaping @Sendable (Int32) -> Void
  ) throws(TerminalError) {
    descriptor = try Descriptor(opening: path)
    mode = try TerminalMode(of: descriptor)
    crashes = try CrashSignals(descriptor: descriptor, settings: mode.original)
    signals = try TerminalSignals(queue: queue, received: signalled)
    channel = try TerminalChannel(descriptor, queue: queue, received: received)
  }

  /// The current size of the terminal.
  var size: Size { descriptor.size }

  /// Prepares the terminal for a screen, even if another program has changed the terminal in the meantime.
  func prepare() throws(TerminalError) {
    try mode.prepare()
    crashes.begin()
    isPrepared = true
    channel.write(TerminalMode.preparation)
  }

  /// Writes `bytes`, and calls `written` when the terminal has accepted them, or with an error.
  func write(_ bytes: [UInt8], written: @escaping @Sendable (TerminalError?) -> Void) {
    channel.write(bytes, written: written)
  }

  /// Restores the terminal if it is prepared.
  func restore() {
    guard isPrepared else { return }
    isPrepared = false
    channel.writeNow(TerminalMode.restoration)
    mode.restore()
    crashes.end()
  }

  /// Restores the terminal and stops using it.
  func end() {
    restore()
    channel.close()
    signals.end()
  }
}
