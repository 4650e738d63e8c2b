import BindableKit

/// Stores the count in a `Bindable`.
@MainActor final class BindableCounter: CounterViewModel {
  private let counter = Bindable(0)
  var count: ReadOnlyBindable<Int> { counter }

  func observeCount<View: AnyObject & Sendable>(with view: View, show: @escaping @MainActor (View, Int) -> Void) {
    count.observe(with: view, show)
  }

  func step(by amount: Int) { counter.modify { $0 = $0.stepped(by: amount) } }

  func reset() { counter.value = 0 }
}
