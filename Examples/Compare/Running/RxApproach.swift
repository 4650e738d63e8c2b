import RxCore
import Synchronization

/// Subscribes to observables. The view model emits changes only; a bag keeps the subscriptions.
final class RxApproach: Approach {
  let name = "Rx"
  let recorder = Recorder()
  let observers = ObserverCounter()
  private let counter: RxWordCounter
  private let bag = Mutex(DisposeBag())

  init(_ counter: RxWordCounter) {
    self.counter = counter
  }

  func connect() {
    record(counter.lines, as: .lines)
    record(counter.words, as: .words)
    record(counter.progress, as: .progress)
  }

  @MainActor
  func connect(_ view: WordView) {
    let marker = observers.makeMarker()
    // The closure is formed on the main actor, so it is called on the main queue.
    keep(
      counter.mostFrequentWord.subscribe(
        with: view, onNext: { view, word in withExtendedLifetime(marker) { view.show(word) } },
        onCompleted: { view in view.complete() }))
  }

  private func record(_ values: Observable<Int>, as output: Output) {
    let marker = observers.makeMarker()
    keep(
      values.subscribe(
        onNext: { [recorder] value in withExtendedLifetime(marker) { recorder.record(output, String(value)) } },
        onCompleted: { [recorder] in recorder.recordCompletion(of: output) }))
  }

  private func keep(_ subscription: any Disposable) { bag.withLock { subscription.disposed(by: $0) } }

  func setSize(_ size: Int?) { counter.size.onNext(size) }
  func read(_ batch: LineBatch) { counter.batches.onNext(batch) }
  func setFilter(_ filter: String) { counter.filter.onNext(filter) }

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
