import Dispatch

/// Reads and writes a terminal without blocking, except in ``writeNow(_:)``. All members are used on the queue.
final class TerminalChannel: @unchecked Sendable {
  /// Bytes waiting to be written.
  private struct Output {
    var bytes: ArraySlice<UInt8>
    let written: @Sendable (TerminalError?) -> Void
  }

  private let descriptor: Descriptor
  private let writable: Watch
  private let queue: DispatchQueue
  private let reading: any DispatchSourceRead
  /// Fires when the terminal accepts output again; `nil` if nothing waits for that.
  private var writing: (any DispatchSourceRead)?
  private var waiting: [Output] = []

  /// Reads `descriptor` until ``close()``.
  ///
  /// - Parameters:
  ///   - descriptor: the terminal.
  ///   - queue: where to read and write.
  ///   - received: called with the bytes of each read, and with `nil` once the terminal has been closed.
  init(
    _ descriptor: Descriptor, queue: DispatchQueue, received: @escaping @Sendable ([UInt8]?) -> Void
  ) throws(TerminalError) {
    self.descriptor = descriptor
    self.queue = queue
    writable = try Watch(descriptor, writes: true)
    let readable = try Watch(descriptor, writes: false)
    reading = DispatchSource.makeReadSource(fileDescriptor: readable.number, queue: queue)
    // The handler keeps the descriptors open until its source has been cancelled.
    reading.setEventHandler { [reading] in
      // Until nothing is left: what arrives together with the end of the terminal may be the last event.
      while true {
        switch readable.descriptor.receive() {
        case .bytes(let bytes): received(bytes)
        case .nothing: return
        case .closed:
          reading.cancel()
          return received(nil)
        }
        if reading.isCancelled { return }
      }
    }
    reading.activate()
  }

  /// Writes `bytes` after pending output, and calls `written` when the terminal has accepted them, or with an error.
  func write(_ bytes: [UInt8], written: @escaping @Sendable (TerminalError?) -> Void = { _ in }) {
    waiting.append(Output(bytes: bytes[...], written: written))
    if writing == nil { writeWaiting() }
  }

  /// Writes `bytes` instead of pending output, which counts as written. Waits at most a second, so that a terminal that
  /// does not accept output cannot keep the program from ending.
  func writeNow(_ bytes: [UInt8]) {
    dropWaiting()
    var rest = bytes[...]
    let deadline = DispatchTime.now() + .seconds(1)
    while !rest.isEmpty, let count = descriptor.send(rest) {
      rest = rest.dropFirst(count)
      if count == 0, !descriptor.waitUntilWritable(milliseconds: Self.milliseconds(until: deadline)) { return }
    }
  }

  /// Ends reading and writing. Pending output counts as written.
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
    let source = DispatchSource.makeReadSource(fileDescriptor: writable.number, queue: queue)
    source.setEventHandler { [weak self, writable] in
      source.cancel()
      withExtendedLifetime(writable) {}
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
