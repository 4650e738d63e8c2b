import Dispatch
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("observe(on:)", .dedicatedThreads)
struct ObserveOnTests {
  private final class Inline: ImmediateSchedulerType {
    let rounds = Recording<Int>()

    func schedule<StateType>(
      _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
      rounds.add(1)
      return action(state)
    }
  }

  @Test("many events that wait for a main scheduler that runs inline are delivered one after the other")
  @MainActor func concurrentMain() async {
    let subject = PublishSubject<Int>()
    let seen = Recording<Int>()
    let end = AsyncStream.makeStream(of: Void.self)
    let subscription = subject.observe(on: ConcurrentMainScheduler.instance).subscribe(
      onNext: { seen.add($0) }, onCompleted: { end.continuation.finish() })
    onAnotherThread {
      for number in 0..<50_000 { subject.onNext(number) }
      subject.onCompleted()
    }
    for await _ in end.stream {}
    #expect(seen.elements == Array(0..<50_000))
    subscription.dispose()
  }

  @Test("events arrive in order on the scheduler's queue")
  func order() {
    let key = DispatchSpecificKey<Bool>()
    let scheduler = SerialDispatchQueueScheduler(
      internalSerialQueueName: "observe", serialQueueConfiguration: { $0.setSpecific(key: key, value: true) })
    let subject = PublishSubject<Int>()
    let seen = Recording<Int>()
    let elsewhere = Recording<Int>()
    let done = DispatchSemaphore(value: 0)
    let subscription = subject.observe(on: scheduler).subscribe(
      onNext: { element in
        seen.add(element)
        if DispatchQueue.getSpecific(key: key) != true { elsewhere.add(element) }
      },
      onCompleted: { done.signal() })
    for element in 0..<1000 { subject.onNext(element) }
    subject.onCompleted()
    #expect(done.wait(timeout: .now() + limit) == .success)
    #expect(seen.elements == Array(0..<1000))
    #expect(elsewhere.elements.isEmpty)
    subscription.dispose()
  }

  @Test("a disposed subscription's elements are released at the latest when their turn comes")
  func releasesInTurn() {
    let queue = DispatchQueue(label: "busy")
    queue.suspend()
    let lifetimes = Lifetimes()
    let subject = PublishSubject<Tracked>()
    let subscription = subject.observe(on: SerialDispatchQueueScheduler(serialQueue: queue)).subscribe()
    subject.onNext(lifetimes.make())
    subscription.dispose()
    #expect(lifetimes.alive == 1)
    queue.resume()
    queue.sync {}
    #expect(lifetimes.alive == 0)
  }

  @Test("an error is delivered after the earlier elements")
  func error() {
    let subject = PublishSubject<Int>()
    let seen = Recording<String>()
    let done = DispatchSemaphore(value: 0)
    _ = subject.observe(on: ConcurrentDispatchQueueScheduler(qos: .default)).subscribe { event in
      seen.add(event.debugDescription)
      if event.isStopEvent { done.signal() }
    }
    subject.onNext(1)
    subject.onNext(2)
    subject.onError(RxError.timeout)
    #expect(done.wait(timeout: .now() + limit) == .success)
    #expect(seen.elements == ["next(1)", "next(2)", "error(Sequence timeout.)"])
  }

  @Test("on a concurrent scheduler, events are delivered in order and one at a time")
  func concurrentScheduler() {
    let subject = PublishSubject<Int>()
    let log = Recording<Int>()
    let done = DispatchSemaphore(value: 0)
    _ = subject.observe(on: ConcurrentDispatchQueueScheduler(qos: .default)).subscribe(
      onNext: { element in
        log.add(element)
        log.add(-element)
      },
      onCompleted: { done.signal() })
    for element in 1...500 { subject.onNext(element) }
    subject.onCompleted()
    #expect(done.wait(timeout: .now() + limit) == .success)
    #expect(log.elements == (1...500).flatMap { [$0, -$0] })
  }

  @Test("disposal during an element drops the waiting elements")
  func disposalDuringBatch() {
    let queue = DispatchQueue(label: "held")
    let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "batch")
    let subject = PublishSubject<Int>()
    let seen = Recording<Int>()
    let box = SerialDisposable()
    box.disposable = subject.observe(on: scheduler).subscribe(onNext: { element in
      if seen.add(element) == 3 { box.dispose() }
    })
    let held = DispatchSemaphore(value: 0)
    queue.async { held.wait() }
    for element in 0..<10 { subject.onNext(element) }
    held.signal()
    let done = DispatchSemaphore(value: 0)
    _ = scheduler.schedule(()) { _ in
      done.signal()
      return Disposables.create()
    }
    #expect(done.wait(timeout: .now() + limit) == .success)
    #expect(seen.elements == [0, 1, 2])
    #expect(!subject.hasObservers)
  }

  @Test("a custom scheduler that runs inline delivers each element, even re-entrant ones")
  func inlineScheduler() {
    let scheduler = Inline()
    let subject = PublishSubject<Int>()
    let seen = Recording<Int>()
    let subscription = subject.observe(on: scheduler).subscribe(onNext: { element in
      seen.add(element)
      if element < 3 { subject.onNext(element + 1) }
    })
    subject.onNext(1)
    #expect(seen.elements == [1, 2, 3])
    #expect(!scheduler.rounds.elements.isEmpty)
    subscription.dispose()
    subject.onNext(9)
    #expect(seen.elements == [1, 2, 3])
  }

  @Test("disposal cancels the scheduled turn")
  func cancelsRound() {
    final class Never: ImmediateSchedulerType {
      let cancelled = Recording<Int>()
      func schedule<StateType>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
      ) -> any Disposable {
        Disposables.create { [cancelled] in cancelled.add(1) }
      }
    }
    let lifetimes = Lifetimes()
    let scheduler = Never()
    let subject = PublishSubject<Tracked>()
    let subscription = subject.observe(on: scheduler).subscribe()
    subject.onNext(lifetimes.make())
    #expect(lifetimes.alive == 1)
    subscription.dispose()
    #expect(scheduler.cancelled.elements == [1])
    #expect(lifetimes.alive == 0)
  }

  @Test("an element emitted on the main queue is delivered there inline")
  @MainActor
  func inlineOnMain() {
    let subject = PublishSubject<Int>()
    let recording = subject.observe(on: MainScheduler.instance).record()
    subject.onNext(1)
    #expect(recording.elements == [1])
    recording.dispose()
  }
}

@Suite("observe(on:) in virtual time")
struct ObserveOnTimeTests {
  @Test("emits one element in each turn of the scheduler")
  func emits() throws {
    try play { try $0.hot("-1-(23)-|").observe(on: $0.scheduler) }.expect("--1-23|", "^----!")
  }

  @Test("fails in a turn of the scheduler, after the earlier elements")
  func fails() throws {
    try play { try $0.hot("-1-(2#)").observe(on: $0.scheduler) }.expect("--1-2#", "^--!")
  }
}
