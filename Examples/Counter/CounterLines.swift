import TerminalControls

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// For output without a terminal: reads a command from each line and prints each count, or a table for several styles.
@MainActor final class CounterLines {
  private var input = LineInput()
  private var canWrite = true

  /// Reads standard input to the end. Returns `false` after an error, which is described on standard error.
  func run(_ styles: [CounterStyle]) async -> Bool {
    if let style = styles.first, styles.count == 1 {
      let counter = style.makeCounter()
      let view = counter.makeView { self.write("\($0)") }
      defer { withExtendedLifetime(view) {} }
      return await readCommands { counter.perform($0) }
    }
    write(Self.line("command", "sent on", styles.map(\.rawValue)))
    let comparison = CounterComparison(styles) { row in
      let cells = row.received.map { $0.map { "\($0.count) on \($0.queue)" }.joined(separator: ", ") }
      self.write(Self.line(row.command?.text ?? "(start)", row.queue, cells))
    }
    return await readCommands { await comparison.perform($0) }
  }

  private func readCommands(perform: (CounterCommand) async -> Void) async -> Bool {
    var number = 0
    var isGood = true
    while canWrite, let line = input.next() {
      number += 1
      if let command = CounterCommand(line: line) {
        await perform(command)
      } else {
        isGood = false
        warn("line \(number) is not a command: write +, - or reset")
      }
    }
    if canWrite, let error = input.error {
      isGood = false
      warn("cannot read standard input: \(String(cString: strerror(error)))")
    }
    return isGood && canWrite
  }

  private func write(_ line: String) {
    if canWrite { canWrite = output("\(line)\n") }
  }

  private static func line(_ command: String, _ queue: String, _ cells: [String]) -> String {
    let padded = [(command, 9), (queue, 12)] + cells.dropLast().map { ($0, 12) }
    return padded.map { text, width in text + String(repeating: " ", count: max(1, width - text.count)) }.joined()
      + (cells.last ?? "")
  }
}

/// The lines of standard input. (`readLine()` would lose the rest of an input that another program has made non-blocking.)
private struct LineInput {
  /// The error after which there are no more lines.
  private(set) var error: Int32?
  /// The bytes after the last line that was returned.
  private var rest: ArraySlice<UInt8> = []
  private var isAtEnd = false

  /// The next line, without its end; `nil` at the end and after an error.
  mutating func next() -> String? {
    var end = rest.firstIndex(of: newline)
    while end == nil, !isAtEnd { end = readSome() }
    if end == nil, rest.isEmpty { return nil }
    let line = rest[..<(end ?? rest.endIndex)]
    rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
    return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }

  /// Reads once. Returns the index of the first newline among the new bytes.
  private mutating func readSome() -> Int? {
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, count in
      let result = TerminalControls.readSome(of: STDIN_FILENO, into: UnsafeMutableRawBufferPointer(buffer))
      if result == nil { error = errno }
      count = result ?? 0
    }
    isAtEnd = bytes.isEmpty
    let start = rest.endIndex
    rest += bytes
    return rest[start...].firstIndex(of: newline)
  }
}

private let newline = UInt8(ascii: "\n")
