import RxCore
import TerminalControls

/// Shows the counts of one or several styles on a terminal, and performs a command for each key.
@MainActor final class CounterScreen {
  private let screen: Screen
  private var perform: (CounterCommand) async -> Void = { _ in }
  /// Kept, because it receives counts as long as it lives.
  private var view: (any AnyObject & Sendable)?

  init(_ styles: [CounterStyle], on terminal: some TerminalDevice) {
    screen = Screen(on: terminal)
    let lines = styles.map { _ in StatusLine() }
    let help = StatusLine(text: StyledText("+ - or arrows: step   r: reset   q: quit", style: .dim))
    for line in lines { screen.add(line) }
    screen.add(help)
    screen.layout = { size in
      for (index, line) in (lines + [help]).enumerated() {
        let row = index + (line === help ? 2 : 1)
        line.frame = Rectangle(column: 2, row: row, columns: size.columns - 4, rows: 1)
      }
    }
    if let style = styles.first, let line = lines.first, styles.count == 1 {
      let counter = style.makeCounter()
      view = counter.makeView { line.text = StyledText("Count: \($0)", style: .bold) }
      perform = { counter.perform($0) }
    } else {
      var received = styles.map { _ in [String]() }
      let comparison = CounterComparison(styles) { row in
        for (index, style) in styles.enumerated() {
          received[index] += row.received[index].map { "\($0.count) on \($0.queue)" }
          let text = "\(style): " + received[index].suffix(5).joined(separator: ", ")
          lines[index].text = StyledText(text, style: .bold)
        }
      }
      perform = { await comparison.perform($0) }
    }
  }

  /// Shows the counts until the user quits or the terminal is closed.
  func run() async throws(TerminalError) {
    try screen.start()
    defer { screen.stop() }
    let closed = screen.rx.ended.asSignal().map { _ in Key.escape }
    for await key in Signal.merge(screen.keys.rx.key.asSignal(), closed).values {
      switch key {
      case .character("+"), .up, .right: await perform(.step(1))
      case .character("-"), .down, .left: await perform(.step(-1))
      case .character("r"): await perform(.reset)
      case .character("q"), .escape: return
      default: break
      }
    }
  }
}
