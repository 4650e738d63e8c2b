import TerminalControls

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Shows the progress of reading a long input on standard error, if that is a terminal.
struct ProgressBar: ~Copyable {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var last = ContinuousClock.now
  private var isShown = false

  /// Draws the bar, first after a tenth of a second, then at most ten times a second.
  mutating func show(bytes: Int, size: Int?) {
    let now = ContinuousClock.now
    guard isTerminal, last.duration(to: now) > .milliseconds(100) else { return }
    (last, isShown) = (now, true)
    let text = Self.text(bytes: bytes, size: size, columns: terminalColumns(STDERR_FILENO) ?? 80)
    _ = writeAll("\r" + text + "\u{1B}[K", to: STDERR_FILENO)
  }

  /// Removes the bar, and the "^C" that a terminal shows when Ctrl-C is pressed.
  func clear() {
    if isTerminal, isShown || Interruption.isRequested { _ = writeAll("\r\u{1B}[K", to: STDERR_FILENO) }
  }

  /// The bar in fewer than `columns` columns, because writing to the last one might move the cursor to the next line.
  static func text(bytes: Int, size: Int?, columns: Int) -> String {
    let megabytes = "\(bytes / 1_000_000) MB"
    guard let size, size > 0 else { return fitted("reading: \(megabytes)", columns: columns - 1) }
    let percent = min(100, Int(Double(bytes) / Double(size) * 100))
    let numbers = "\(percent)%  \(megabytes)"
    let width = min(50, columns - numbers.utf8.count - 4)
    guard width >= 10 else { return fitted(numbers, columns: columns - 1) }
    let filled = String(repeating: "#", count: percent * width / 100)
    return "[" + padded(filled, columns: width, with: ".") + "] " + numbers
  }
}
