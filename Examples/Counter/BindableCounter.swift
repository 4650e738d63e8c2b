import BindableKit

final class BindableCounter: Sendable {
  private let counter = Bindable(0)
  // Can also be read: count.value
  var count: ReadOnlyBindable<Int> { counter }

  func step(by amount: Int) {
    // One step: several threads may call this.
    counter.modify { $0 += amount }
  }

  func reset() { counter.value = 0 }
}

@MainActor final class BindableCounterView {
  private let show: @MainActor (Int) -> Void

  init(
    _ count: ReadOnlyBindable<Int>,
    show: @escaping @MainActor (Int) -> Void
  ) {
    self.show = show
    // Ends with the view: nothing to keep.
    count.observe(with: self) { view, count in
      view.show(count)
    }
  }
}
