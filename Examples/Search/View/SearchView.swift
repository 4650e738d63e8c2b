import BindableKit
import RxBindable
import RxCore
import TerminalControls

/// Shows a search on a terminal and passes user input to the view model.
@MainActor final class SearchView {
  /// How the user left.
  enum Outcome: Equatable, Sendable {
    case chosen(Hit)
    case cancelled
  }

  private let viewModel: SearchViewModel
  private let screen: Screen
  private let field = TextField()
  private let options = StatusLine()
  private let bar = ProgressBar()
  private let list = ListView<Hit>(row: { hit, columns in hit.row(columns: columns) })
  private let preview = PreviewPane()
  private let status = StatusLine()
  private var outcome = Outcome.cancelled
  private let bag = DisposeBag()
  private var tokens: Set<BindableToken> = []

  init(_ viewModel: SearchViewModel, on terminal: some TerminalDevice) {
    self.viewModel = viewModel
    screen = Screen(on: terminal)
    screen.add(field, options, bar, list, preview, status)
    screen.focus = [list, field]
    screen.layout = { [unowned self] size in layOut(SearchLayout(size)) }
    field.prompt = "Search: "
    bindControls()
    bindKeys()
  }

  /// Shows the view until the user chooses a hit or leaves, or the terminal is closed.
  func run() async throws(TerminalError) -> Outcome {
    do throws(TerminalError) {
      try await screen.run()
    } catch {
      if error != .closed { throw error }
    }
    return outcome
  }

  private func leave(with outcome: Outcome) {
    self.outcome = outcome
    screen.stop()
  }

  private func layOut(_ layout: SearchLayout) {
    field.frame = layout.field
    options.frame = layout.options
    bar.frame = layout.bar
    list.frame = layout.list
    preview.frame = layout.preview
    status.frame = layout.status
  }

  /// Binds the controls to the view model, both ways where the user can change a value.
  private func bindControls() {
    viewModel.query.bind(bothWays: field.rx.text).store(in: &tokens)
    viewModel.selection.bind(bothWays: list.rx.selection).store(in: &tokens)
    viewModel.results.observe(with: list, policy: .latest) { list, results in list.items = results.hits }
    viewModel.preview.observe(with: preview, policy: .latest) { pane, preview in pane.preview = preview }
    viewModel.progress.asDriver().drive(bar.rx.fraction).disposed(by: bag)
    viewModel.status.asDriver().map(\.description).drive(status.rx.text).disposed(by: bag)
    Driver.combineLatest(viewModel.mode.asDriver(), viewModel.caseSensitive.asDriver()) { mode, caseSensitive in
      StyledText("\(mode.rawValue) · \(caseSensitive ? "Aa" : "aa")", style: .dim)
    }
    .drive(options.rx.styledText)
    .disposed(by: bag)
  }

  /// Handles the keys that no control handles.
  private func bindKeys() {
    list.rx.itemChosen.bind(with: self) { view, index in
      if view.list.items.indices.contains(index) { view.leave(with: .chosen(view.list.items[index])) }
    }
    .disposed(by: bag)
    screen.keys.rx.key.bind(with: self) { view, key in
      switch key {
      case .tab: view.viewModel.mode.modify { $0 = $0.next }
      case .control("t"): view.viewModel.caseSensitive.modify { $0.toggle() }
      case .escape where view.viewModel.query.value.isEmpty: view.leave(with: .cancelled)
      case .escape: view.viewModel.query.value = ""
      default: break
      }
    }
    .disposed(by: bag)
  }
}

extension SearchMode {
  /// The next mode, wrapping around after the last.
  var next: SearchMode {
    switch self {
    case .both: .names
    case .names: .contents
    case .contents: .both
    }
  }
}
