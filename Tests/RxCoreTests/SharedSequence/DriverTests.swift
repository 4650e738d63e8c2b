import RxCore
import TestSupport
import Testing

@MainActor
@Suite("Driver")
struct DriverTests {
  private let probe = SourceProbe<Int>()
  private let log = Recording<Int>()

  @Test("subscribers share one subscription, and a new one receives the last element inside drive")
  func sharesAndReplays() {
    let driver = probe.observable.asDriver(onErrorJustReturn: -1)
    let other = Recording<Int>()
    let first = driver.drive(onNext: { log.add($0) })
    probe.send(1, 2)
    let second = driver.drive(onNext: { other.add($0) })
    #expect(other.elements == [2])
    probe.send(3)
    #expect(log.elements == [1, 2, 3])
    #expect(other.elements == [2, 3])
    #expect(probe.subscriptions == 1)
    first.dispose()
    #expect(probe.disposals == 0)
    second.dispose()
    #expect(probe.disposals == 1)
  }

  @Test("a subscriber after the last one has disposed starts again, without the previous element")
  func startsAnew() {
    let driver = probe.observable.asDriver(onErrorJustReturn: -1)
    let first = driver.drive()
    probe.send(1)
    first.dispose()
    let second = driver.drive(onNext: { log.add($0) })
    #expect(log.elements.isEmpty)
    #expect(probe.subscriptions == 2)
    second.dispose()
  }

  @Test(
    "a subscriber after the completion starts again: it receives the elements of a cold source, and only the end of a subject"
  )
  func afterCompletion() {
    let cold = Observable.create { observer in
      observer.onNext(1)
      observer.onCompleted()
      return Disposables.create()
    }.asDriver(onErrorJustReturn: -1)
    let subject = PublishSubject<Int>()
    let hot = subject.asDriver(onErrorJustReturn: -1)
    _ = hot.drive()
    subject.onNext(1)
    subject.onCompleted()
    for expected in [[1], [1]] {
      let recording = cold.record()
      #expect(recording.elements == expected)
      #expect(recording.terminals == ["completed"])
    }
    #expect(hot.record().elements.isEmpty)
    #expect(hot.record().terminals == ["completed"])
  }

  @Test("elements from another thread wait for the main queue")
  func mainQueue() async {
    let driver = probe.observable.asDriver(onErrorJustReturn: -1)
    let subscription = driver.drive(onNext: { element in
      MainActor.assertIsolated()
      log.add(element)
    })
    onAnotherThread { probe.send(1, 2) }
    #expect(log.elements.isEmpty)
    await mainQueueRound()
    #expect(log.elements == [1, 2])
    subscription.dispose()
  }

  @Test("the driver of a relay emits its value inside drive, before the main queue has run")
  func relay() async {
    let relay = BehaviorRelay(value: 0)
    onAnotherThread { relay.accept(1) }
    let subscription = relay.asDriver().drive(onNext: { log.add($0) })
    #expect(log.elements == [1])
    relay.accept(2)
    #expect(log.elements == [1, 2])
    onAnotherThread { relay.accept(3) }
    #expect(relay.value == 3)
    #expect(log.elements == [1, 2])
    await mainQueueRound()
    #expect(log.elements == [1, 2, 3])
    subscription.dispose()
  }

  @Test(
    "an element accepted inside drive's closure is delivered after the current one, to all in the same order")
  func reentrant() {
    let relay = BehaviorRelay(value: 0)
    let driver = relay.asDriver()
    let other = Recording<Int>()
    let bag = DisposeBag()
    driver.drive(onNext: { element in
      log.add(element)
      if element == 1 { relay.accept(2) }
    }).disposed(by: bag)
    driver.drive(onNext: { other.add($0) }).disposed(by: bag)
    relay.accept(1)
    #expect(log.elements == [0, 1, 2])
    #expect(other.elements == [0, 1, 2])
  }

  @Test("a scheduled element is not delivered after disposal on the main queue")
  func disposal() async {
    let subscription = probe.observable.asDriver(onErrorJustReturn: -1).drive(onNext: { log.add($0) })
    onAnotherThread { probe.send(1) }
    subscription.dispose()
    await mainQueueRound()
    #expect(log.elements.isEmpty)
  }

  @Test("values iterates over the elements, starting with the current one")
  func values() async {
    let relay = BehaviorRelay(value: 1)
    var seen: [Int] = []
    for await value in relay.asDriver().values {
      seen.append(value)
      if value == 3 { break }
      relay.accept(value + 1)
    }
    #expect(seen == [1, 2, 3])
  }

  @Test("drive off the main queue stops the program with advice")
  func elsewhere() async {
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      onAnotherThread { _ = Driver<Int>.never().drive() }
    }.says("`drive` was called off the main queue")
  }
}
