import RxCore
import TestSupport
import Testing

@MainActor
@Suite("Signal")
struct SignalTests {
  private let probe = SourceProbe<Int>()
  private let log = Recording<Int>()

  @Test("subscribers share one subscription, and a new one receives no earlier element")
  func sharesWithoutReplay() {
    let signal = probe.observable.asSignal(onErrorJustReturn: -1)
    let other = Recording<Int>()
    let first = signal.emit(onNext: { log.add($0) })
    probe.send(1)
    let second = signal.emit(onNext: { other.add($0) })
    probe.send(2)
    #expect(log.elements == [1, 2])
    #expect(other.elements == [2])
    #expect(probe.subscriptions == 1)
    first.dispose()
    second.dispose()
    #expect(probe.disposals == 1)
  }

  @Test("emit may be called on any thread; closures are called on the main queue")
  func anyThread() async {
    let relay = PublishRelay<Int>()
    let signal = relay.asSignal()
    let bag = DisposeBag()
    onAnotherThread { [log] in
      signal.startWith(0).emit(
        onNext: { element in
          MainActor.assertIsolated()
          log.add(element)
        }
      ).disposed(by: bag)
      relay.accept(1)
    }
    #expect(log.elements.isEmpty)
    await mainQueueRound()
    await mainQueueRound()
    #expect(log.elements == [0, 1])
    relay.accept(2)
    #expect(log.elements == [0, 1, 2])
  }

  @Test("emit without closures subscribes, and its disposable ends the subscription")
  func emitsToNobody() {
    let subscription = probe.observable.asSignal(onErrorJustReturn: -1).emit()
    #expect(probe.subscriptions == 1)
    subscription.dispose()
    #expect(probe.disposals == 1)
  }

  @Test("the signal of a relay immediately emits elements accepted on the main queue")
  func relay() {
    let relay = PublishRelay<Int>()
    relay.accept(0)
    let subscription = relay.asSignal().emit(onNext: { log.add($0) })
    relay.accept(1)
    #expect(log.elements == [1])
    subscription.dispose()
  }
}
