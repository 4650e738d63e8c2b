import Dispatch
import RxCore
import Synchronization
import TestSupport
import Testing

/// Fails inside its subscription, after one element, a number of times, and then completes.
private final class FailingSource: Sendable {
  private let attempt = Atomic<Int>(0)
  private let failures: Int

  init(failures: Int) {
    self.failures = failures
  }

  var attempts: Int { attempt.load(ordering: .relaxed) }

  var observable: Observable<Int> {
    .create { observer in
      let number = self.attempt.wrappingAdd(1, ordering: .relaxed).newValue
      observer.onNext(number)
      if number <= self.failures { observer.onError(TestError.one) } else { observer.onCompleted() }
      return Disposables.create()
    }
  }
}

@Suite("retry", .dedicatedThreads)
struct RetryTests {
  @Test("subscribes again after each error until the source completes")
  func retries() {
    let source = FailingSource(failures: 2)
    let recording = source.observable.retry().record()
    #expect(recording.elements == [1, 2, 3])
    #expect(recording.terminals == ["completed"])
  }

  @Test("each attempt frees the one before")
  func frees() {
    let source = SourceProbe<Int>()
    let recording = source.observable.retry().record()
    source.fail(TestError.one)
    #expect([source.subscriptions, source.disposals] == [2, 1])
    source.send(7)
    #expect(recording.elements == [7])
    recording.dispose()
    #expect([source.subscriptions, source.disposals] == [2, 2])
    source.fail(TestError.one)
    #expect(source.subscriptions == 2)
    #expect(recording.terminals == [])
  }

  @Test("so many attempts end with the last error", arguments: [1, 2, 5])
  func givesUp(count: Int) {
    let source = FailingSource(failures: .max)
    let recording = source.observable.retry(count).record()
    #expect(source.attempts == count)
    #expect(recording.elements == Array(1...count))
    #expect(recording.terminals == ["one"])
  }

  @Test("of 0 attempts completes and does not subscribe")
  func neverTries() {
    let source = FailingSource(failures: 1)
    #expect(source.observable.retry(0).record().terminals == ["completed"])
    #expect(source.attempts == 0)
  }

  @Test("100,000 failures inside the subscription need no stack", arguments: [false, true])
  func needsNoStack(isBounded: Bool) {
    let source = FailingSource(failures: 100_000)
    let log = Log<String>()
    withStack {
      let retried = isBounded ? source.observable.retry(100_001) : source.observable.retry()
      _ = retried.subscribe(onError: { log.add("\($0)") }, onCompleted: { log.add("completed") })
    }
    #expect(source.attempts == 100_001)
    #expect(log.entries == ["completed"])
  }

  @Test("an endless retry inside the subscription stops when downstream has enough")
  func stops() {
    let source = FailingSource(failures: .max)
    let recording = source.observable.retry().take(3).record()
    #expect(recording.elements == [1, 2, 3])
    #expect(recording.terminals == ["completed"])
  }

  @Test("an endless retry inside a flatMap stops when downstream has enough")
  func stopsInside() {
    let source = FailingSource(failures: .max)
    let recording = Observable.just(0).flatMap { _ in source.observable.retry() }.take(100).record()
    #expect(recording.elements == Array(1...100))
    #expect(recording.terminals == ["completed"])
  }

  @Test("a few attempts are made before the subscriptions that follow, as nothing was scheduled")
  func keepsOrder() {
    let recording = Observable<Int>.merge(FailingSource(failures: 2).observable.retry(), .just(9)).record()
    #expect(recording.elements == [1, 2, 3, 9])
  }

  @Test("goes on on the thread that failed, and a disposal from elsewhere ends it")
  func failsElsewhere() {
    let queue = DispatchQueue(label: "RetryTests")
    let attempts = Atomic<Int>(0)
    let enough = DispatchSemaphore(value: 0)
    let source = Observable<Int>.create { observer in
      let number = attempts.wrappingAdd(1, ordering: .relaxed).newValue
      if number == 1_000 { enough.signal() }
      queue.async { observer.onError(TestError.one) }
      return Disposables.create()
    }
    let subscription = source.retry().subscribe()
    #expect(enough.wait(timeout: .now() + limit) == .success)
    subscription.dispose()
    queue.sync {}
    let before = attempts.load(ordering: .relaxed)
    queue.sync {}
    let after = attempts.load(ordering: .relaxed)
    #expect(before == after)
  }

  // MARK: when

  @Test("when: subscribes again with each element of the trigger, and sends it the errors")
  func retriesWhen() {
    let source = SourceProbe<Int>()
    let trigger = SourceProbe<Void>()
    let errors = Log<String>()
    let recording = source.observable.retry(when: { (failures: Observable<any Error>) in
      failures.do(onNext: { errors.add("\($0)") }).flatMap { _ in trigger.observable }
    }).record()
    source.send(1)
    source.fail(TestError.one)
    #expect(source.subscriptions == 1)
    trigger.send(())
    #expect([source.subscriptions, source.disposals] == [2, 1])
    source.send(2)
    source.complete()
    #expect(errors.entries == ["one"])
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == ["completed"])
    #expect([trigger.subscriptions, trigger.disposals] == [1, 1])
  }

  @Test("when: an element of the trigger that no error waits for is ignored, and a second one counts for nothing")
  func ignoresTriggers() {
    let source = SourceProbe<Int>()
    let trigger = SourceProbe<Int>()
    let recording = source.observable.retry(when: { (_: Observable<any Error>) in trigger.observable }).record()
    trigger.send(1)
    #expect(source.subscriptions == 1)
    source.fail(TestError.one)
    #expect(source.subscriptions == 1)
    trigger.send(2, 3)
    #expect(source.subscriptions == 2)
    #expect(recording.terminals == [])
  }

  @Test("when: the end of the trigger ends the whole at once if an error waits", arguments: [false, true])
  func endsWithTrigger(fails: Bool) {
    let source = SourceProbe<Int>()
    let trigger = SourceProbe<Int>()
    let recording = source.observable.retry(when: { (_: Observable<any Error>) in trigger.observable }).record()
    source.fail(TestError.one)
    if fails { trigger.fail(TestError.two) } else { trigger.complete() }
    #expect(recording.terminals == [fails ? "two" : "completed"])
    #expect([source.disposals, trigger.disposals] == [1, 1])
  }

  @Test("when: the end of the trigger waits for the next error", arguments: [false, true])
  func endsLater(fails: Bool) {
    let source = SourceProbe<Int>()
    let trigger = SourceProbe<Int>()
    let recording = source.observable.retry(when: { (_: Observable<any Error>) in trigger.observable }).record()
    if fails { trigger.fail(TestError.two) } else { trigger.complete() }
    source.send(1)
    #expect(recording.terminals == [])
    source.fail(TestError.one)
    #expect(recording.elements == [1])
    #expect(recording.terminals == [fails ? "two" : "completed"])
    #expect(source.disposals == 1)
  }

  @Test("when: an error of another type than the handler takes is sent on")
  func takesOneType() {
    struct Other: Error {}
    let source = SourceProbe<Int>()
    let recording = source.observable.retry(when: { (failures: Observable<TestError>) in failures }).record()
    source.fail(TestError.one)
    #expect(source.subscriptions == 2)
    source.fail(Other())
    #expect(recording.terminals == ["Other()"])
  }

  @Test("when: 100,000 failures inside the subscription need no stack")
  func needsNoStackWhen() {
    let source = FailingSource(failures: 100_000)
    let log = Log<String>()
    withStack {
      _ = source.observable.retry(when: { (failures: Observable<any Error>) in failures })
        .subscribe(onCompleted: { log.add("completed") })
    }
    #expect(source.attempts == 100_001)
    #expect(log.entries == ["completed"])
  }

  @Test("when: an endless retry inside the subscription stops when downstream has enough")
  func stopsWhen() {
    let source = FailingSource(failures: .max)
    let recording = source.observable.retry(when: { (failures: Observable<any Error>) in failures }).take(3).record()
    #expect(recording.elements == [1, 2, 3])
    #expect(recording.terminals == ["completed"])
  }

  @Test("frees its observer when it is disposed and when it fails")
  func freesObservers() {
    let source = PublishSubject<Int>()
    #expect(freesObserver(of: source.retry()) { $0.dispose() })
    #expect(
      freesObserver(of: source.retry(when: { (failures: Observable<any Error>) in failures })) { $0.dispose() })
    #expect(freesObserver(of: source.retry(1)) { _ in source.onError(TestError.one) })
  }
}
