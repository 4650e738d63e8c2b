import Dispatch
import RxCore
import Synchronization

/// Subscribes to observables. The view model emits changes only; a bag keeps the subscriptions.
final class RxApproach: Approach {
  let name = "Rx"
  let recorder = Recorder()
  let observers = ObserverCounter()
  let hasPolicies = false
  private let counter: RxWordCounter
  private let bag = Mutex(DisposeBag())

  init(_ counter: RxWordCounter) {
    self.counter = counter
  }

  func observe(_ output: NumberOutput, _ observer: NumberObserver) {
    var numbers =
      switch output {
      case .lines: counter.lines
      case .words: counter.words
      case .progress: counter.progress
      }
    if let queue = observer.queue {
      let scheduler = SerialDispatchQueueScheduler(
        queue: queue, internalSerialQueueName: "\(queue.label).serial")
      numbers = numbers.observe(on: scheduler)
    }
    let marker = observers.makeMarker()
    keep(
      numbers.subscribe(
        onNext: { value in withExtendedLifetime(marker) { observer.next(value) } },
        onCompleted: observer.completed))
  }

  @MainActor
  func connect(_ view: WordView) {
    let marker = observers.makeMarker()
    // The closure is formed on the main actor, so it is called on the main queue.
    keep(
      counter.mostFrequentWord.subscribe(
        with: view,
        onNext: { view, word in withExtendedLifetime(marker) { view.show(word) } },
        onCompleted: { view in view.complete() }))
  }

  private func keep(_ subscription: any Disposable) { bag.withLock { subscription.disposed(by: $0) } }

  func setSize(_ size: Int?) { counter.size.onNext(size) }
  func setFilter(_ filter: String) { counter.filter.onNext(filter) }

  func read(_ batches: [LineBatch], end: @escaping @Sendable () -> Void) {
    for batch in batches { counter.batches.onNext(batch) }
    end()
  }

  func finish() {
    counter.size.onCompleted()
    counter.filter.onCompleted()
    counter.batches.onCompleted()
  }

  func disconnect() {
    let former = bag.withLock { bag in
      let former = bag
      bag = DisposeBag()
      return former
    }
    withExtendedLifetime(former) {}
  }
}
