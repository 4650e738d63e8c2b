import RxCore
import TestSupport
import Testing

@MainActor
@Suite("drive and emit")
struct DriveTests {
  private let probe = SourceProbe<Int>()
  private var driver: Driver<Int> { probe.observable.asDriver(onErrorJustReturn: -1) }
  private var signal: Signal<Int> { probe.observable.asSignal(onErrorJustReturn: -1) }

  @Test("observers receive all events of one subscription, including the end, even as optional elements")
  func observers() {
    for isDriver in [true, false] {
      let probe = SourceProbe<Int>()
      let (one, other) = (PublishSubject<Int>(), PublishSubject<Int>())
      let (optional, secondOptional) = (PublishSubject<Int?>(), PublishSubject<Int?>())
      let recordings = [one.record(), other.record()]
      let optionals = [optional.record(), secondOptional.record()]
      let bag = DisposeBag()
      if isDriver {
        let driver = probe.observable.asDriver(onErrorJustReturn: -1)
        driver.drive(one, other).disposed(by: bag)
        driver.drive(optional, secondOptional).disposed(by: bag)
      } else {
        let signal = probe.observable.asSignal(onErrorJustReturn: -1)
        signal.emit(to: one, other).disposed(by: bag)
        signal.emit(to: optional, secondOptional).disposed(by: bag)
      }
      #expect(probe.subscriptions == 1)
      probe.send(1)
      probe.complete()
      for recording in recordings {
        #expect(recording.elements == [1])
        #expect(recording.terminals == ["completed"])
      }
      for recording in optionals {
        #expect(recording.elements == [1])
        #expect(recording.terminals == ["completed"])
      }
    }
  }

  @Test("relays of all kinds accept the elements, but not the end")
  func relays() {
    let (one, other, optional) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0), BehaviorRelay<Int?>(value: nil))
    let (replay, optionalReplay) = (ReplayRelay<Int>.createUnbound(), ReplayRelay<Int?>.createUnbound())
    let (publish, optionalPublish) = (PublishRelay<Int>(), PublishRelay<Int?>())
    let (published, optionalPublished) = (publish.record(), optionalPublish.record())
    let bag = DisposeBag()
    let (driver, signal) = (driver, signal)
    driver.drive(one, other).disposed(by: bag)
    driver.drive(optional).disposed(by: bag)
    driver.drive(replay).disposed(by: bag)
    driver.drive(optionalReplay).disposed(by: bag)
    signal.emit(to: publish).disposed(by: bag)
    signal.emit(to: optionalPublish).disposed(by: bag)
    probe.send(1)
    #expect(one.value == 1)
    #expect(other.value == 1)
    #expect(optional.value == 1)
    signal.emit(to: one, other).disposed(by: bag)
    signal.emit(to: optional).disposed(by: bag)
    signal.emit(to: replay).disposed(by: bag)
    signal.emit(to: optionalReplay).disposed(by: bag)
    probe.send(2)
    probe.complete()
    #expect(one.value == 2)
    #expect(optional.value == 2)
    #expect(replay.record().elements == [1, 2, 2])
    #expect(optionalReplay.record().elements == [1, 2, 2])
    #expect(published.elements == [1, 2])
    #expect(optionalPublished.elements == [1, 2])
    #expect(published.terminals.isEmpty)
  }

  @Test("the closures for completion and disposal are called once, in this order")
  func closures() {
    let log = Recording<String>()
    let driven = driver.drive(
      onNext: { log.add("\($0)") }, onCompleted: { log.add("completed") }, onDisposed: { log.add("disposed") })
    probe.send(1)
    probe.complete()
    driven.dispose()
    #expect(log.elements == ["1", "completed", "disposed"])
    let emitted = signal.emit(onCompleted: { log.add("completed") }, onDisposed: { log.add("signal disposed") })
    emitted.dispose()
    #expect(log.elements == ["1", "completed", "disposed", "signal disposed"])
  }

  @Test("a disposal on another thread calls onDisposed on the main queue")
  func disposedElsewhere() async {
    let log = Recording<String>()
    let driven = driver.drive(onDisposed: {
      MainActor.assertIsolated()
      log.add("disposed")
    })
    onAnotherThread { driven.dispose() }
    #expect(log.elements.isEmpty)
    await mainQueueRound()
    #expect(log.elements == ["disposed"])
  }

  @Test("closures with an object are called until it is deallocated, and do not retain it")
  func withObject() {
    let lifetimes = Lifetimes()
    let log = Recording<Int>()
    let (driver, signal) = (driver, signal)
    let bag = DisposeBag()
    do {
      let object = lifetimes.make()
      driver.drive(
        with: object,
        onNext: { object, element in
          object.touch()
          log.add(element)
        }, onDisposed: { _ in log.add(-1) }
      ).disposed(by: bag)
      signal.emit(with: object, onNext: { _, element in log.add(element * 10) }).disposed(by: bag)
      probe.send(1)
    }
    #expect(lifetimes.alive == 0)
    probe.send(2)
    probe.complete()
    #expect(log.elements == [1, 10])
  }

  @Test("drive with a function passes the sequence and returns the result")
  func function() {
    func doubled(_ source: Observable<Int>) -> Observable<Int> { source.map { $0 * 2 } }
    func multiplied(_ source: Observable<Int>) -> (Int) -> Observable<Int> {
      { factor in source.map { $0 * factor } }
    }
    let driver = BehaviorRelay(value: 1).asDriver()
    #expect(driver.drive(doubled).record().elements == [2])
    #expect(driver.drive(multiplied, curriedArgument: 3).record().elements == [3])
  }
}
