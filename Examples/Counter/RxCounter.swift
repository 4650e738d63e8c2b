import RxCore

/// Computes the count from commands with operators.
@MainActor final class RxCounter: CounterViewModel {
  private let commands = PublishRelay<CounterCommand>()
  private let counter = BehaviorRelay(value: 0)
  private let bag = DisposeBag()
  var count: Observable<Int> { counter.asObservable() }

  init() {
    commands
      .scan(counter.value) { count, command in command.applied(to: count) }
      .bind(to: counter)
      .disposed(by: bag)
  }

  func observeCount<View: AnyObject & Sendable>(with view: View, show: @escaping @MainActor (View, Int) -> Void) {
    count.subscribe(with: view, onNext: show).disposed(by: bag)
  }

  func step(by amount: Int) { commands.accept(.step(amount)) }

  func reset() { commands.accept(.reset) }
}
