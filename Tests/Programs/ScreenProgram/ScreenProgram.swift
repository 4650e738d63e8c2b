import BindableKit
import TerminalControls

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program with a screen, which counts ticks without a pause, and with signals. The argument names the part to run.
@main @MainActor struct ScreenProgram {
  static func main() async throws {
    let line = StatusLine()
    let screen = Screen(on: Terminal())
    screen.add(line)
    screen.layout = { size in line.frame = Rectangle(columns: size.columns, rows: 1) }
    let part = CommandLine.arguments.dropFirst().first
    if part == "own-handlers" {
      signal(SIGUSR1) { _ in usr1 += 1 }
      signal(SIGWINCH) { _ in resizes += 1 }
      signal(SIGUSR2, SIG_IGN)
    }

    // The order of the screen and the signals.
    var signals: SignalSequence?
    if part == "signals-first" { signals = MainQueue.signals(SIGINT, SIGTERM, SIGHUP) }
    try screen.start()
    if part == "handlers-above" {
      // Each calls the former handler. The second start finds them installed.
      formerOfUSR1 = signal(SIGUSR1) { number in
        usr1 += 1
        formerOfUSR1?(number)
      }
      formerOfSize = signal(SIGWINCH) { number in
        resizes += 1
        formerOfSize?(number)
      }
      screen.stop()
      try screen.start()
    }
    if part != "signals-first", part != "no-signals" { signals = MainQueue.signals(SIGINT, SIGTERM, SIGHUP) }

    // The number of signals received, and of ticks.
    var (counts, ticks) = ([Int32: Int](), 0)
    func show(_ text: String) { line.text = StyledText("\(text) \(ticks)") }
    let ticking = Task {
      while !Task.isCancelled {
        ticks += 1
        show("tick \(usr1) and \(resizes) calls:")
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
    defer { ticking.cancel() }

    switch part {
    case "signals-first", "screen-first":
      for await signal in signals ?? MainQueue.signals(SIGINT) {
        screen.stop()
        print("signal \(signal) after \(ticks > 0 ? "some" : "no") ticks")
        break
      }

    case "many":
      // Ends after the expected number of signals.
      let count = CommandLine.arguments.last.flatMap { Int($0) } ?? 0
      for await signal in signals ?? MainQueue.signals(SIGINT) {
        counts[signal, default: 0] += 1
        if counts.values.reduce(0, +) == count { break }
      }
      screen.stop()
      print("\(counts[SIGINT] ?? 0), \(counts[SIGTERM] ?? 0) and \(counts[SIGHUP] ?? 0) signals")

    case "signals-end":
      for await _ in signals ?? MainQueue.signals(SIGINT) { break }
      signals?.end()
      ticking.cancel()
      show("ended after")
      await forever()

    case "screen-ends":
      screen.stop()
      print("stopped")
      for await signal in signals ?? MainQueue.signals(SIGINT) {
        print("signal \(signal)")
        break
      }

    case "both-end":
      signals?.end()
      screen.stop()
      print("ended")
      await forever()

    case "no-signals":
      await forever()

    case "own-handlers":
      for await _ in signals ?? MainQueue.signals(SIGINT) { break }
      screen.stop()
      signal(SIGUSR2, SIG_DFL)
      print("\(usr1) and \(resizes)")

    case "handlers-above":
      for await _ in signals ?? MainQueue.signals(SIGINT) { break }
      screen.stop()
      let counts = [usr1, resizes].map { (1...10).contains($0) ? "few" : "\($0)" }
      print("\(counts[0]) and \(counts[1])")

    default:
      screen.stop()
      print("no such part")
    }
  }

  private static func forever() async {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }
}

/// Changed only by handlers, of which one runs at a time.
nonisolated(unsafe) private var usr1 = 0
nonisolated(unsafe) private var resizes = 0
nonisolated(unsafe) private var formerOfUSR1: (@convention(c) (Int32) -> Void)?
nonisolated(unsafe) private var formerOfSize: (@convention(c) (Int32) -> Void)?
