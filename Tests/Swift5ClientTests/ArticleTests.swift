import BindableKit
import Testing

// The article's code in Swift 5 mode; only the name of the type is another one.

private class CounterViewModel {
  let count = Bindable(0)

  func increase() {
    count.value += 1
  }
}

private class CounterView {
  let viewModel: CounterViewModel
  var shown: [Int] = []

  init(viewModel: CounterViewModel) {
    self.viewModel = viewModel
    bind()
  }

  func bind() {
    viewModel.count.observe(on: self) { [weak self] in self?.update($0) }
  }

  func update(_ count: Int) {
    shown.append(count)
  }
}

/// The article's view model and view in a Swift 5 mode client: B1, B5 and B8.
@Suite struct ArticleTests {
  @Test("a view of a plain class follows its view model, from the present value on")
  func follows() {
    let viewModel = CounterViewModel()
    viewModel.increase()
    let view = CounterView(viewModel: viewModel)
    viewModel.increase()
    viewModel.increase()
    #expect(view.shown == [1, 2, 3])
    viewModel.count.remove(observer: view)
    viewModel.increase()
    #expect(view.shown == [1, 2, 3])
  }

  @Test("a view that goes is not kept by its view model")
  func goes() {
    let viewModel = CounterViewModel()
    weak var gone: CounterView?
    do {
      let view = CounterView(viewModel: viewModel)
      gone = view
    }
    #expect(gone == nil)
    viewModel.increase()
    #expect(viewModel.count.value == 1)
  }
}
