import Dispatch
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("subscribe(on:)", .dedicatedThreads)
struct SubscribeOnTests {
  private let scheduler = ManualScheduler()
  private let probe = SourceProbe<Int>()

  @Test("subscribes, and disposes, in a turn of the scheduler")
  func takesTurns() {
    let recording = probe.observable.subscribe(on: scheduler).record()
    #expect(probe.subscriptions == 0)
    scheduler.runNext()
    #expect(probe.subscriptions == 1)
    probe.send(1)
    #expect(recording.elements == [1])
    recording.dispose()
    #expect(probe.disposals == 0)
    probe.send(2)
    scheduler.runNext()
    #expect(probe.disposals == 1)
    #expect(recording.elements == [1])
    #expect(scheduler.pending == 0)
  }

  @Test("disposal before the turn begins makes no subscription")
  func disposesEarly() {
    let recording = probe.observable.subscribe(on: scheduler).record()
    recording.dispose()
    #expect(scheduler.pending == 0)
    #expect(probe.subscriptions == 0)
  }

  @Test("the end of the source reaches the observer and frees the source on the scheduler")
  func completes() {
    let recording = probe.observable.subscribe(on: scheduler).record()
    scheduler.runNext()
    probe.complete()
    #expect(recording.terminals == ["completed"])
    while scheduler.runNext() {}
    #expect(probe.disposals == 1)
  }

  @Test("an error from the source reaches the observer")
  func fails() {
    let recording = Observable<Int>.error(TestError.one).subscribe(on: scheduler).record()
    #expect(recording.terminals == [])
    scheduler.runNext()
    #expect(recording.terminals == ["one"])
  }

  @Test("on a queue, subscription and disposal run there")
  func usesQueue() {
    let key = DispatchSpecificKey<Bool>()
    let queue = SerialDispatchQueueScheduler(
      internalSerialQueueName: "subscribeOn", serialQueueConfiguration: { $0.setSpecific(key: key, value: true) })
    let log = Recording<String>()
    let done = DispatchSemaphore(value: 0)
    let source = Observable<Int>.create { observer in
      log.add("subscribe \(DispatchQueue.getSpecific(key: key) == true)")
      observer.onNext(1)
      return Disposables.create {
        log.add("dispose \(DispatchQueue.getSpecific(key: key) == true)")
        done.signal()
      }
    }
    let subscribed = DispatchSemaphore(value: 0)
    let subscription = source.subscribe(on: queue).subscribe(onNext: { _ in subscribed.signal() })
    #expect(subscribed.wait(timeout: .now() + limit) == .success)
    subscription.dispose()
    #expect(done.wait(timeout: .now() + limit) == .success)
    #expect(log.elements == ["subscribe true", "dispose true"])
  }

  @Test("on a queue, a source that emits inside subscribe stops when downstream disposes")
  func stopsSource() {
    let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "subscribeOn")
    let made = Recording<Int>()
    let source = Observable.range(start: 1, count: 10_000).do(onNext: { made.add($0) })
    let recording = source.subscribe(on: queue).take(3).record()
    #expect(recording.waitForEnd())
    #expect(recording.elements == [1, 2, 3])
    let isFree = DispatchSemaphore(value: 0)
    _ = queue.schedule(()) { _ in
      isFree.signal()
      return Disposables.create()
    }
    #expect(isFree.wait(timeout: .now() + limit) == .success)
    #expect(made.count == 3)
  }
}

@Suite("subscribe(on:) in virtual time")
struct SubscribeOnTimeTests {
  @Test("subscribes in a turn of the scheduler, and emits when the source does")
  func sends() throws {
    try play { try $0.hot("--1-2|").subscribe(on: $0.scheduler) }.expect("--1-2|", "-^---!")
    try play { try $0.hot("--1-#").subscribe(on: $0.scheduler) }.expect("--1-#", "-^--!")
  }

  @Test("a source that has ended is disposed in a turn of the scheduler", arguments: [false, true])
  func disposesEnded(fails: Bool) {
    let scheduler = TestScheduler(initialClock: 0)
    let source = scheduler.createHotObservable([.next(210, 1), fails ? .error(300, TestError.one) : .completed(300)])
    let result = scheduler.start { source.subscribe(on: scheduler) }
    #expect(result.events == source.recordedEvents)
    #expect(source.subscriptions == [Subscription(201, 301)])
  }

  @Test("disposal frees the source in a turn of the scheduler; before the first turn there is no subscription")
  func disposes() throws {
    try play("^--!") { try $0.hot("--1-2|").subscribe(on: $0.scheduler) }.expect("--1", "-^--!")
    try play("^!") { try $0.hot("--1-2|").subscribe(on: $0.scheduler) }.expect("", [])
  }
}
