import RxCore

final class RxCounter: Sendable {
  private let counter = BehaviorRelay(value: 0)
  // Cannot be read, only subscribed to.
  var count: Observable<Int> { counter.asObservable() }

  func step(by amount: Int) {
    // Two steps: only one thread may call this.
    counter.accept(counter.value + amount)
  }

  func reset() { counter.accept(0) }
}

@MainActor final class RxCounterView {
  private let show: @MainActor (Int) -> Void
  // Ends the subscription with the view.
  private let bag = DisposeBag()

  init(
    _ count: Observable<Int>,
    show: @escaping @MainActor (Int) -> Void
  ) {
    self.show = show
    count.subscribe(with: self) { view, count in
      view.show(count)
    }.disposed(by: bag)
  }
}
