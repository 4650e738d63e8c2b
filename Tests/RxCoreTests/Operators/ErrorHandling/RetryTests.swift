import Dispatch
import RxCore
import RxTesting
import Synchronization
import TestSupport
import Testing

@Suite("retry", .dedicatedThreads)
struct RetryTests {
  @Test("subscribes again after each error until the source completes")
  func retries() {
    let source = FailingSource(failures: 2)
    let recording = source.observable.retry().record()
    #expect(recording.elements == [1, 2, 3])
    #expect(recording.terminals == ["completed"])
  }

  @Test("each attempt frees the previous one")
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

  @Test("fails with the last error after the given number of attempts", arguments: [1, 2, 5])
  func givesUp(count: Int) {
    let source = FailingSource(failures: .max)
    let recording = source.observable.retry(count).record()
    #expect(source.attempts == count)
    #expect(recording.elements == Array(1...count))
    #expect(recording.terminals == ["one"])
  }

  @Test("retry(0) completes without subscribing")
  func neverSubscribes() {
    let source = FailingSource(failures: 1)
    #expect(source.observable.retry(0).record().terminals == ["completed"])
    #expect(source.attempts == 0)
  }

  @Test("no element of a hot source is lost, however often the source failed before", arguments: [0, 63, 64, 127])
  func losesNothing(failures: Int) {
    let subject = PublishSubject<Int>()
    let source = subject.map { element throws in if element < 0 { throw TestError.one } else { element } }
    let recording = source.retry().record()
    for _ in 0..<failures { subject.onNext(-1) }
    _ = Observable.of([1, -1, 2, 3]).subscribe(onNext: { $0.forEach(subject.onNext) })
    #expect(recording.elements == [1, 2, 3])
  }

  @Test("100,000 failures inside subscribe do not overflow the stack", arguments: [false, true])
  func doesNotOverflowStack(isBounded: Bool) {
    let source = FailingSource(failures: 100_000)
    let log = Recording<String>()
    withStack {
      let retried = isBounded ? source.observable.retry(100_001) : source.observable.retry()
      _ = retried.subscribe(onError: { log.add("\($0)") }, onCompleted: { log.add("completed") })
    }
    #expect(source.attempts == 100_001)
    #expect(log.elements == ["completed"])
  }

  @Test("an endless retry inside subscribe stops when downstream disposes")
  func stops() {
    let source = FailingSource(failures: .max)
    let recording = source.observable.retry().take(3).record()
    #expect(recording.elements == [1, 2, 3])
    #expect(recording.terminals == ["completed"])
  }

  @Test("an endless retry inside a flatMap stops when downstream disposes")
  func stopsInside() {
    let source = FailingSource(failures: .max)
    let recording = Observable.just(0).flatMap { _ in source.observable.retry() }.take(100).record()
    #expect(recording.elements == Array(1...100))
    #expect(recording.terminals == ["completed"])
  }

  @Test("a few attempts are made before later subscriptions, because they are not scheduled")
  func keepsOrder() {
    let recording = Observable<Int>.merge(FailingSource(failures: 2).observable.retry(), .just(9)).record()
    #expect(recording.elements == [1, 2, 3, 9])
  }

  @Test("continues on the thread that emitted the error, and disposal from another thread ends it")
  func failsOnAnotherThread() {
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
}

@Suite("retry in virtual time")
struct RetryTimeTests {
  @Test("subscribes again when the source fails, until disposed")
  func retries() throws {
    try play("^-------!") { try $0.cold("--1#").retry() }.expect("--1--1", ["^--!", "---^--!", "------^-!"])
  }

  @Test("completes with the source")
  func ends() throws {
    try play { try $0.cold("-1|").retry() }.expect("-1|", "^-!")
    try play { try $0.cold("-1|").retry(2) }.expect("-1|", "^-!")
    try play { try $0.cold("-1|").retry(when: { (errors: Observable<any Error>) in errors }) }.expect("-1|", "^-!")
  }

  @Test("subscribes the given number of times, and then fails with the last error")
  func givesUp() throws {
    try play { try $0.cold("-1#").retry(2) }.expect("-1-1#", ["^-!", "--^-!"])
    try play { try $0.cold("-1#").retry(1) }.expect("-1#", "^-!")
    try play { try $0.cold("-1#").retry(0) }.expect("|", [])
  }
}
