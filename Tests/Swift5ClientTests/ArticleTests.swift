import BindableKit
import Testing

// Code written for the didSet observable from blogs, in Swift 5 mode. Only the name of the observable type differs.

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

/// B1, B5 and B8 for this view model and view in Swift 5 mode.
@Suite struct ArticleTests {
  @Test("a view receives the current value of its view model and each later one")
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

  @Test("a view model does not retain its view")
  func deallocatesView() {
    let viewModel = CounterViewModel()
    weak var weakView: CounterView?
    do {
      let view = CounterView(viewModel: viewModel)
      weakView = view
    }
    #expect(weakView == nil)
    viewModel.increase()
    #expect(viewModel.count.value == 1)
  }
}
