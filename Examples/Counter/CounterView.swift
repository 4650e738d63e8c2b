import RxCore
import TerminalControls

/// Shows the count on a terminal and passes key presses to the view model.
@MainActor final class CounterView {
  private let viewModel: any CounterViewModel
  private let screen: Screen
  private let count = StatusLine()
  private let help = StatusLine()

  init(_ viewModel: any CounterViewModel, on terminal: some TerminalDevice) {
    self.viewModel = viewModel
    screen = Screen(on: terminal)
    screen.add(count, help)
    screen.layout = { [count, help] size in
      count.frame = Rectangle(column: 2, row: 1, columns: size.columns - 4, rows: 1)
      help.frame = Rectangle(column: 2, row: 3, columns: size.columns - 4, rows: 1)
    }
    help.text = StyledText("+ - or arrows: step   r: reset   q: quit", style: .dim)
    viewModel.observeCount(with: self) { view, count in
      view.count.text = StyledText("Count: \(count)", style: .bold)
    }
  }

  /// Shows the view until the user quits or the terminal is closed.
  func run() async throws(TerminalError) {
    try screen.start()
    defer { screen.stop() }
    let closed = screen.rx.ended.asSignal().map { _ in Key.escape }
    for await key in Signal.merge(screen.keys.rx.key.asSignal(), closed).values {
      switch key {
      case .character("+"), .up, .right: viewModel.step(by: 1)
      case .character("-"), .down, .left: viewModel.step(by: -1)
      case .character("r"): viewModel.reset()
      case .character("q"), .escape: return
      default: break
      }
    }
  }
}
