import BindableKit
import TestSupport
import Testing

// Code as users write it in Swift 6 mode. It must compile without a warning.

@MainActor
private final class CounterViewModel {
  let count = Bindable(0)
  let title = Bindable("")
  @Bindable var isBusy = false

  func increase() { count.value += 1 }
  func countInBackground() async {
    await Task.detached { [count] in
      for _ in 0..<100 { count.modify { $0 += 1 } }
    }.value
  }
}

/// A view written for the didSet observable from blogs. Only the name of the observable type differs.
@MainActor
private final class ArticleView {
  let viewModel: CounterViewModel
  private(set) var shown: [Int] = []

  init(viewModel: CounterViewModel) { self.viewModel = viewModel }

  func bind() {
    viewModel.count.observe(on: self) { [weak self] in self?.update($0) }
  }

  func unbind() {
    viewModel.count.remove(observer: self)
  }

  func update(_ count: Int) {
    MainActor.preconditionIsolated()
    shown.append(count)
  }
}

@MainActor
private final class OtherView {
  private(set) var lines: [String] = []
  private var tokens: [BindableToken] = []

  init(viewModel: CounterViewModel) {
    viewModel.count.observe(with: self) { view, count in view.lines.append("count \(count)") }
    viewModel.count.changes().observe(with: self, replay: false) { view, change in
      view.lines.append("\(change.old) to \(change.new)")
    }
    viewModel.title.observe { [weak self] title in self?.lines.append("title \(title)") }.store(in: &tokens)
    viewModel.$isBusy.distinct().observe { [weak self] in self?.lines.append("busy \($0)") }
      .store(in: &tokens)
  }

  func close() { tokens.removeAll() }
}

/// B8 and B10 for a Swift 6 view and view model on the main actor.
@MainActor
@Suite struct ViewTests {
  @Test("a view written for a didSet observable is notified on the main actor until it removes itself")
  func articleView() async {
    let viewModel = CounterViewModel()
    let view = ArticleView(viewModel: viewModel)
    view.bind()
    viewModel.increase()
    viewModel.increase()
    await mainQueueRound()
    #expect(view.shown == [0, 1, 2])
    view.unbind()
    viewModel.increase()
    await mainQueueRound()
    #expect(view.shown == [0, 1, 2])
  }

  @Test("the closures of all forms can use the view's state")
  func forms() async {
    let viewModel = CounterViewModel()
    let view = OtherView(viewModel: viewModel)
    viewModel.increase()
    viewModel.title.value = "a"
    viewModel.isBusy = false
    viewModel.isBusy = true
    await mainQueueRound()
    #expect(view.lines == ["count 0", "title ", "busy false", "count 1", "0 to 1", "title a", "busy true"])
    view.close()
    viewModel.title.value = "b"
    await mainQueueRound()
    #expect(view.lines.last == "busy true")
  }

  @Test("each value set by a background task reaches the view on the main actor, in order")
  func background() async {
    let viewModel = CounterViewModel()
    let view = ArticleView(viewModel: viewModel)
    view.bind()
    await viewModel.countInBackground()
    await mainQueueRound()
    #expect(view.shown == Array(0...100))
  }

  @Test("a closure can capture a local variable of the main actor")
  func capture() async {
    let count = Bindable(0)
    var shown: [Int] = []
    let token = count.observe { shown.append($0) }
    await Task.detached { count.value = 1 }.value
    await mainQueueRound()
    shown.append(-1)
    #expect(shown == [0, 1, -1])
    withExtendedLifetime(token) {}
  }

  @Test("observing does not keep a view alive")
  func deallocated() async {
    let viewModel = CounterViewModel()
    weak var weakView: OtherView?
    do {
      let view = OtherView(viewModel: viewModel)
      weakView = view
      await mainQueueRound()
    }
    viewModel.increase()
    await mainQueueRound()
    #expect(weakView == nil)
  }

  @Test("a closure formed on another actor is called on that actor, in order")
  func otherActor() async {
    actor Collector {
      private(set) var seen: [Int] = []
      private var tokens: [BindableToken] = []
      private let (ended, continuation) = AsyncStream.makeStream(of: Void.self)

      func collect(_ count: Bindable<Int>) {
        count.observe { value in
          self.seen.append(value)
          if value == 100 { self.continuation.finish() }
        }
        .store(in: &tokens)
      }

      func close() { tokens = [] }

      func end() async { for await _ in ended {} }
    }
    let count = Bindable(0)
    let collector = Collector()
    await collector.collect(count)
    for value in 1...100 { count.value = value }
    await collector.end()
    #expect(await collector.seen == Array(0...100))
    await collector.close()
  }
}
