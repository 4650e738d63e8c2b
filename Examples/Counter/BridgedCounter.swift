import BindableKit
import RxBindable
import RxCore

/// Uses operators internally and exposes a `Bindable`.
@MainActor final class BridgedCounter: CounterViewModel {
  private let commands = PublishRelay<CounterCommand>()
  let count: ReadOnlyBindable<Int>

  init() {
    count = commands.asSignal().scan(0) { $1.applied(to: $0) }.asBindable(initial: 0)
  }

  func observeCount<View: AnyObject & Sendable>(with view: View, show: @escaping @MainActor (View, Int) -> Void) {
    count.observe(with: view, show)
  }

  func step(by amount: Int) { commands.accept(.step(amount)) }

  func reset() { commands.accept(.reset) }
}
