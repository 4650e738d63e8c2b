#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Shows on standard error, if that is a terminal, how much of a long input has been read.
struct ProgressBar: ~Copyable {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let clock = ContinuousClock()
  private let begin = ContinuousClock.now
  private var shown: ContinuousClock.Instant?

  /// Draws the bar, not before a tenth of a second has passed, and then ten times a second.
  mutating func show(bytes: Int, size: Int?) {
    let now = clock.now
    guard isTerminal, (shown ?? begin).duration(to: now) > .milliseconds(100) else { return }
    shown = now
    let speed = Double(bytes) / (begin.duration(to: now) / .seconds(1))
    _ = writeAll("\r" + Self.text(bytes: bytes, size: size, bytesPerSecond: speed) + "\u{1B}[K", to: STDERR_FILENO)
  }

  /// Takes the bar away.
  func clear() {
    if shown != nil { _ = writeAll("\r\u{1B}[K", to: STDERR_FILENO) }
  }

  static func text(bytes: Int, size: Int?, bytesPerSecond: Double) -> String {
    let megabytes = "\(bytes / 1_000_000) MB, \(Int(bytesPerSecond / 1_000_000)) MB/s"
    guard let size, size > 0 else { return "reading: \(megabytes)" }
    let percent = min(100, Int(Double(bytes) / Double(size) * 100))
    return "[" + padded(String(repeating: "#", count: percent / 2), columns: 50, with: ".")
      + "] \(percent)%  \(megabytes)"
  }
}
