#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// For output without a terminal: reads a command from each line and prints each count, or a table for several styles.
@MainActor final class CounterLines {
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
    // `readLine()` returns nil at the end and after an error.
    while canWrite, let line = nextLine() {
      number += 1
      if let command = CounterCommand(line: line) {
        await perform(command)
      } else {
        isGood = false
        warn("line \(number) is not a command: write +, - or reset")
      }
    }
    if canWrite, errno != 0 {
      isGood = false
      warn("cannot read standard input: \(String(cString: strerror(errno)))")
    }
    return isGood && canWrite
  }

  private func nextLine() -> String? {
    errno = 0  // Writing may have set it.
    return readLine()
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
