import BindableKit
import Dispatch
import Testing

// Code as a user writes it in Swift 6 mode: what compiles here, without a warning, is part of the promise.

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

/// The article's view: nothing but the name of the type is changed.
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
    viewModel.count.observeChanges(with: self, replay: false) { view, old, new in
      view.lines.append("\(old) to \(new)")
    }
    viewModel.title.observe { [weak self] title in self?.lines.append("title \(title)") }.store(in: &tokens)
    viewModel.$isBusy.observe(distinct: .byEquality) { [weak self] in self?.lines.append("busy \($0)") }
      .store(in: &tokens)
  }

  func close() { tokens.removeAll() }
}

/// A Swift 6 view and view model on the main actor: B8, B10 and the article's form.
@MainActor
@Suite struct ViewTests {
  @Test("the article's view is told at once on the main actor")
  func articleView() async {
    let viewModel = CounterViewModel()
    let view = ArticleView(viewModel: viewModel)
    view.bind()
    viewModel.increase()
    viewModel.increase()
    await mainQueueTurn()
    #expect(view.shown == [0, 1, 2])
    view.unbind()
    viewModel.increase()
    await mainQueueTurn()
    #expect(view.shown == [0, 1, 2])
  }

  @Test("every form, with the view's own state in the blocks")
  func forms() async {
    let viewModel = CounterViewModel()
    let view = OtherView(viewModel: viewModel)
    viewModel.increase()
    viewModel.title.value = "a"
    viewModel.isBusy = false
    viewModel.isBusy = true
    await mainQueueTurn()
    #expect(view.lines == ["count 0", "title ", "busy false", "count 1", "0 to 1", "title a", "busy true"])
    view.close()
    viewModel.title.value = "b"
    await mainQueueTurn()
    #expect(view.lines.last == "busy true")
  }

  @Test("what a background task sets reaches the view on the main actor, every value in order")
  func background() async {
    let viewModel = CounterViewModel()
    let view = ArticleView(viewModel: viewModel)
    view.bind()
    await viewModel.countInBackground()
    await mainQueueTurn()
    #expect(view.shown == Array(0...100))
  }

  @Test("a local variable of the main actor may be captured and used again")
  func capture() async {
    let count = Bindable(0)
    var shown: [Int] = []
    let token = count.observe { shown.append($0) }
    await Task.detached { count.value = 1 }.value
    await mainQueueTurn()
    shown.append(-1)
    #expect(shown == [0, 1, -1])
    withExtendedLifetime(token) {}
  }

  @Test("a view that goes takes its observations with it")
  func gone() async {
    let viewModel = CounterViewModel()
    weak var gone: OtherView?
    do {
      let view = OtherView(viewModel: viewModel)
      gone = view
      await mainQueueTurn()
    }
    viewModel.increase()
    await mainQueueTurn()
    #expect(gone == nil)
  }

  @Test("a block formed on another actor is called on that actor, in order")
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

  /// Returns after what waits on the main queue now has run.
  private func mainQueueTurn() async {
    await withCheckedContinuation { turn in
      DispatchQueue.main.async { turn.resume() }
    }
  }
}
