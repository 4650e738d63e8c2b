import BindableKit
import RxBindable
import RxCore

/// Rx inside, a `Bindable` outside: its view is a `BindableCounterView`.
final class BridgedCounter: Sendable {
  private let counter = BehaviorRelay(value: 0)
  let count: ReadOnlyBindable<Int>
  init() { count = counter.asBindable() }
  // Two steps: only one thread may call this.
  func step(by amount: Int) { counter.accept(counter.value + amount) }
  func reset() { counter.accept(0) }
}
