import Dispatch

/// Reads and writes a terminal without waiting for it. All members are used on the queue.
final class TerminalChannel: @unchecked Sendable {
  /// Bytes that the terminal has not taken yet.
  private struct Output {
    var bytes: ArraySlice<UInt8>
    let written: @Sendable (TerminalError?) -> Void
  }

  private let descriptor: Descriptor
  private let queue: DispatchQueue
  private let reading: any DispatchSourceRead
  /// Fires when the terminal takes bytes again; `nil` if it takes them now.
  private var writing: (any DispatchSourceWrite)?
  private var waiting: [Output] = []

  /// Reads `descriptor` until ``close()``.
  ///
  /// - Parameters:
  ///   - descriptor: the terminal.
  ///   - queue: where it is read and written.
  ///   - received: called with what was read, and with `nil` when the terminal was closed.
  init(_ descriptor: Descriptor, queue: DispatchQueue, received: @escaping @Sendable ([UInt8]?) -> Void) {
    self.descriptor = descriptor
    self.queue = queue
    reading = DispatchSource.makeReadSource(fileDescriptor: descriptor.number, queue: queue)
    // A handler keeps the descriptor open until its source has been cancelled.
    reading.setEventHandler { [reading] in
      switch descriptor.receive() {
      case .bytes(let bytes): received(bytes)
      case .nothing: break
      case .closed:
        reading.cancel()
        received(nil)
      }
    }
    reading.activate()
  }

  /// Writes `bytes` after what waits, and calls `written` when the terminal has taken them, or with an error.
  func write(_ bytes: [UInt8], written: @escaping @Sendable (TerminalError?) -> Void = { _ in }) {
    waiting.append(Output(bytes: bytes[...], written: written))
    if writing == nil { writeWaiting() }
  }

  /// Writes `bytes` in place of what waits, which counts as written. Waits for the terminal for a second at most, so that one that
  /// takes nothing does not keep the program from ending.
  func writeNow(_ bytes: [UInt8]) {
    dropWaiting()
    var rest = bytes[...]
    let deadline = DispatchTime.now() + .seconds(1)
    while !rest.isEmpty, let count = descriptor.send(rest) {
      rest = rest.dropFirst(count)
      if count == 0, !descriptor.waitUntilWritable(milliseconds: Self.milliseconds(until: deadline)) { return }
    }
  }

  /// Ends reading and writing. What waits counts as written.
  func close() {
    reading.cancel()
    writing?.cancel()
    dropWaiting()
  }

  private func writeWaiting() {
    while let output = waiting.first {
      guard let count = descriptor.send(output.bytes) else { return dropWaiting(with: .closed) }
      if count == 0 { return waitUntilWritable() }
      waiting[0].bytes = output.bytes.dropFirst(count)
      if waiting[0].bytes.isEmpty { waiting.removeFirst().written(nil) }
    }
  }

  private func waitUntilWritable() {
    let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor.number, queue: queue)
    source.setEventHandler { [weak self, descriptor] in
      source.cancel()
      withExtendedLifetime(descriptor) {}
      self?.writing = nil
      self?.writeWaiting()
    }
    writing = source
    source.activate()
  }

  private func dropWaiting(with error: TerminalError? = nil) {
    let dropped = waiting
    waiting = []
    for output in dropped { output.written(error) }
  }

  private static func milliseconds(until deadline: DispatchTime) -> Int {
    let now = DispatchTime.now().uptimeNanoseconds
    return deadline.uptimeNanoseconds > now ? Int((deadline.uptimeNanoseconds - now) / 1_000_000) : 0
  }
}
