import Dispatch
import RxCore
import Synchronization
import TestSupport
import Testing

@Suite("Single", .dedicatedThreads)
struct SingleTests {
  private func log<Element>(_ single: Single<Element>) -> Recording<String> {
    let log = Recording<String>()
    _ = single.subscribe(
      onSuccess: { log.add("success \($0)") }, onFailure: { log.add("failure \($0)") },
      onDisposed: { log.add("disposed") })
    return log
  }

  @Test("onDisposed is called after onSuccess")
  func succeeds() {
    #expect(log(Single.just(1)).elements == ["success 1", "disposed"])
  }

  @Test("onDisposed is called after onFailure")
  func fails() {
    #expect(log(Single<Int>.error(TestError.one)).elements == ["failure one", "disposed"])
  }

  @Test("asObservable emits the element and completes")
  func becomesObservable() {
    let recording = Single.just(1).asObservable().record()
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["completed"])
  }

  @Test("create emits the first outcome, disposes the returned disposable, and ignores later outcomes")
  func creates() {
    let log = Recording<String>()
    let answer = Guarded<(@Sendable (SingleEvent<Int>) -> Void)?>(nil)
    let single = Single<Int>.create { observer in
      answer.withLock { $0 = observer }
      return Disposables.create(with: { log.add("freed") })
    }
    _ = single.subscribe { log.add("\($0)") }
    let emit = answer.withLock { $0 }
    #expect(log.elements == [])
    emit?(.success(1))
    emit?(.success(2))
    emit?(.failure(TestError.one))
    #expect(log.elements == ["success(1)", "freed"])
  }

  @Test("create drops an outcome that follows inside the first one")
  func createsOnce() {
    for second in [SingleEvent<Int>.success(2), .failure(TestError.one)] {
      let answer = Guarded<(@Sendable (SingleEvent<Int>) -> Void)?>(nil)
      let single = Single<Int>.create { observer in
        answer.withLock { $0 = observer }
        return Disposables.create()
      }
      let recording = single.map { element in
        if element == 1 { answer.withLock { $0 }?(second) }
        return element
      }.record()
      answer.withLock { $0 }?(.success(1))
      #expect(recording.elements == [1])
      #expect(recording.terminals == ["completed"])
    }
  }

  @Test("create forwards a failure")
  func createsFailure() {
    let single = Single<Int>.create { observer in
      observer(.failure(TestError.two))
      return Disposables.create()
    }
    #expect(log(single).elements == ["failure two", "disposed"])
  }

  @Test("disposal before the outcome calls onDisposed once, and drops the outcome")
  func disposes() {
    let probe = SourceProbe<Int>()
    let log = Recording<String>()
    let subscription = probe.observable.first().subscribe(
      onSuccess: { _ in log.add("success") }, onDisposed: { log.add("disposed") })
    subscription.dispose()
    subscription.dispose()
    probe.send(1)
    #expect(log.elements == ["disposed"])
    #expect(probe.disposals == 1)
  }

  @Test("subscribe(with:) passes the object to the closures until the object is deallocated")
  func withObject() {
    let subject = PublishSubject<Int>()
    for lives in [true, false] {
      var object: Recording? = Recording<String>()
      let outcomes = Recording<String>()
      if let object {
        _ = subject.first().subscribe(with: object, onSuccess: { _, _ in outcomes.add("success") })
        _ = Single<Int>.error(TestError.one).subscribe(
          with: object, onFailure: { object, error in object.add("\(error)") })
        #expect(object.elements == ["one"])
      }
      if !lives { object = nil }
      subject.onNext(1)
      #expect(outcomes.elements == (lives ? ["success"] : []))
      withExtendedLifetime(object) {}
    }
  }

  @Test("an error after the element is not an outcome, with and without an object")
  func onlyOneOutcome() {
    let single = Single.just(1).do(afterSuccess: { _ in throw TestError.one })
    #expect(log(single).elements == ["success 1", "disposed"])
    let log = Recording<String>()
    _ = single.subscribe(
      with: log, onSuccess: { log, _ in log.add("success") }, onFailure: { log, _ in log.add("failure") },
      onDisposed: { log in log.add("disposed") })
    #expect(log.elements == ["success", "disposed"])
  }

  @Test("map and flatMap transform the element, and an error they throw is the outcome")
  func transforms() {
    #expect(log(Single.just(1).map { $0 + 1 }).elements == ["success 2", "disposed"])
    #expect(log(Single.just(1).map { _ -> Int in throw TestError.one }).elements == ["failure one", "disposed"])
    #expect(log(Single.just(1).flatMap { Single.just("\($0)!") }).elements == ["success 1!", "disposed"])
    #expect(
      log(Single.just(1).flatMap { _ -> Single<Int> in throw TestError.two }).elements == ["failure two", "disposed"])
    #expect(
      log(Single.just(1).flatMap { _ in Single<Int>.error(TestError.one) }).elements == ["failure one", "disposed"])
  }

  @Test("deferred makes a single for each subscription")
  func defers() {
    let made = Atomic<Int>(0)
    let single = Single<Int>.deferred { .just(made.wrappingAdd(1, ordering: .relaxed).newValue) }
    #expect(log(single).elements == ["success 1", "disposed"])
    #expect(log(single).elements == ["success 2", "disposed"])
  }

  @Test("timer and just schedule their outcome on the scheduler")
  func schedules() {
    let scheduler = ManualScheduler()
    let timer = log(Single<Int>.timer(.seconds(1), scheduler: scheduler))
    #expect(scheduler.dueTimes == [.seconds(1)])
    let just = log(Single.just(5, scheduler: scheduler))
    #expect(timer.elements + just.elements == [])
    while scheduler.runNext() {}
    #expect(timer.elements == ["success 0", "disposed"])
    #expect(just.elements == ["success 5", "disposed"])
  }

  @Test("never has no outcome")
  func neverEnds() {
    #expect(log(Single<Int>.never()).elements == [])
  }

  @Test("observe(on:) moves the outcome to the scheduler")
  func moves() {
    let key = DispatchSpecificKey<Bool>()
    let scheduler = SerialDispatchQueueScheduler(
      internalSerialQueueName: "single", serialQueueConfiguration: { $0.setSpecific(key: key, value: true) })
    let recording = Single.just(1).observe(on: scheduler).map { _ in DispatchQueue.getSpecific(key: key) }.record()
    #expect(recording.waitForEnd())
    #expect(recording.elements == [true])
  }

  // MARK: value

  @Test("value returns the element", .timeLimit(.minutes(10)))
  func awaitsElement() async throws {
    #expect(try await Single.just(3).value == 3)
    let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "value")
    #expect(try await Single.just(4, scheduler: scheduler).value == 4)
  }

  @Test("value throws the error", .timeLimit(.minutes(10)))
  func awaitsError() async {
    await #expect(throws: TestError.one) { try await Single<Int>.error(TestError.one).value }
  }

  @Test("cancelling the task that waits for value disposes the source", .timeLimit(.minutes(10)))
  func cancelsWaiting() async {
    let probe = SourceProbe<Int>()
    let (subscriptions, subscribed) = AsyncStream<Void>.makeStream()
    let single = Single<Int>.deferred {
      subscribed.yield()
      return probe.observable.asSingle()
    }
    let task = Task { try await single.value }
    for await _ in subscriptions { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(probe.disposals == probe.subscriptions)
  }

  @Test("value throws in a cancelled task, and leaves nothing subscribed", .timeLimit(.minutes(10)))
  func cancelledBefore() async {
    let probe = SourceProbe<Int>()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await probe.observable.asSingle().value
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(probe.disposals == probe.subscriptions)
  }
}
