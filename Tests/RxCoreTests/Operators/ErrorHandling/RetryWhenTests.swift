import RxTesting
import TestSupport
import Testing

@testable import RxCore

@Suite("retry(when:)", .dedicatedThreads)
struct RetryWhenTests {
  @Test("subscribes again with each element of the trigger, which receives the errors")
  func retries() {
    let source = SourceProbe<Int>()
    let trigger = SourceProbe<Void>()
    let errors = Recording<String>()
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
    #expect(errors.elements == ["one"])
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == ["completed"])
    #expect([trigger.subscriptions, trigger.disposals] == [1, 1])
  }

  @Test("ignores an element of the trigger when no error waits for it")
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

  @Test("the end of the trigger ends the sequence immediately if an error waits", arguments: [false, true])
  func endsWithTrigger(fails: Bool) {
    let source = SourceProbe<Int>()
    let trigger = SourceProbe<Int>()
    let recording = source.observable.retry(when: { (_: Observable<any Error>) in trigger.observable }).record()
    source.fail(TestError.one)
    if fails { trigger.fail(TestError.two) } else { trigger.complete() }
    #expect(recording.terminals == [fails ? "two" : "completed"])
    #expect([source.disposals, trigger.disposals] == [1, 1])
  }

  @Test("the end of the trigger takes effect at the next error", arguments: [false, true])
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

  @Test("after a failure inside subscribe, the end of the trigger prevents the attempt that its element requested")
  func endsBeforeResuming() {
    let source = FailingSource(failures: .max)
    let recording = source.observable.retry(when: { (errors: Observable<any Error>) in errors.take(1) }).record()
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["completed"])
    #expect(source.attempts == 1)
  }

  @Test("after a later failure, the attempt begins with the element of the trigger, before the trigger's end")
  func resumesBeforeEnd() {
    let source = SourceProbe<Int>()
    let recording = source.observable.retry(when: { (errors: Observable<any Error>) in errors.take(1) }).record()
    source.fail(TestError.one)
    #expect(source.subscriptions == 2)
    #expect(recording.terminals == [])
    source.fail(TestError.one)
    #expect(recording.terminals == ["completed"])
  }

  @Test("an error that is not of the handler's error type is forwarded")
  func takesOneType() {
    struct Other: Error {}
    let source = SourceProbe<Int>()
    let recording = source.observable.retry(when: { (failures: Observable<TestError>) in failures }).record()
    source.fail(TestError.one)
    #expect(source.subscriptions == 2)
    source.fail(Other())
    #expect(recording.terminals == ["Other()"])
  }

  @Test("100,000 failures inside subscribe do not overflow the stack")
  func doesNotOverflowStack() {
    let source = FailingSource(failures: 100_000)
    let log = Recording<String>()
    withStack {
      _ = source.observable.retry(when: { (failures: Observable<any Error>) in failures })
        .subscribe(onCompleted: { log.add("completed") })
    }
    #expect(source.attempts == 100_001)
    #expect(log.elements == ["completed"])
  }

  @Test("an endless retry inside subscribe stops when downstream disposes")
  func stops() {
    let source = FailingSource(failures: .max)
    let recording = source.observable.retry(when: { (failures: Observable<any Error>) in failures }).take(3).record()
    #expect(recording.elements == [1, 2, 3])
    #expect(recording.terminals == ["completed"])
  }

  @Test("a failed attempt is disposed and forwards nothing more")
  func mutesFailedAttempt() {
    let source = RawSource()
    let trigger = SourceProbe<Int>()
    let recording = source.retry(when: { (_: Observable<any Error>) in trigger.observable }).record()
    source.send(.next(1))
    source.send(.error(TestError.one))
    #expect(source.unbalanced == 0)
    source.send(.next(2))
    source.send(.completed)
    #expect(recording.elements == [1])
    #expect(recording.terminals == [])
    trigger.send(0)
    #expect(source.unbalanced == 1)
    // This also emits to the first attempt's observer, which must not forward the element again.
    source.send(.next(3))
    #expect(recording.elements == [1, 3])
    recording.dispose()
    source.forget()
  }

  @Test("each error lets the trigger start one attempt")
  func decidesOnAttempts() {
    var state = RetryWhenState.attempting(triggerEnd: nil)
    #expect(state.startAttempt() == true)
    #expect(state.triggerEmitted() == false)
    #expect(state.attemptFailed() == nil)
    #expect(state.triggerEmitted() == true)
    #expect(state.triggerEmitted() == false)
    #expect(state.startAttempt() == true)
    #expect(state.triggerEmitted() == false)
  }

  @Test("the trigger's terminal event waits for an attempt to fail, and the first one counts")
  func keepsTriggerEnd() {
    var state = RetryWhenState.attempting(triggerEnd: nil)
    #expect(state.triggerEnded(.error(TestError.one)) == false)
    #expect(state.triggerEnded(.completed) == false)
    #expect(state.startAttempt() == true)
    #expect(state.attemptFailed()?.error as? TestError == .one)
    #expect(state.startAttempt() == false)
  }

  @Test("the trigger's terminal event ends the sequence between two attempts", arguments: [false, true])
  func endsBetweenAttempts(isResuming: Bool) {
    var state = RetryWhenState.attempting(triggerEnd: nil)
    #expect(state.attemptFailed() == nil)
    if isResuming { #expect(state.triggerEmitted() == true) }
    #expect(state.triggerEnded(.completed) == true)
    #expect(state.triggerEnded(.completed) == false)
    #expect(state.triggerEmitted() == false)
    #expect(state.startAttempt() == false)
  }
}

@Suite("retry(when:) in virtual time")
struct RetryWhenTimeTests {
  @Test("subscribes again when the trigger emits, until disposed")
  func retries() throws {
    try play("^--------!") { marbles in
      try marbles.cold("-1#").retry(when: { (errors: Observable<any Error>) in
        errors.map { _ in 0 }.delay(.seconds(3), scheduler: marbles.scheduler)
      })
    }.expect("-1----1", ["^-!", "-----^-!"])
    try play("^-----!") { marbles in
      try marbles.cold("-1-2|").retry(when: { (errors: Observable<any Error>) in errors })
    }.expect("-1-2|", "^---!")
  }

  @Test("an error or the end of the trigger takes effect when an error from the source waits")
  func endsWithTrigger() throws {
    try play { try $0.cold("-1#").retry(when: { (errors: Observable<any Error>) in errors.take(1) }) }
      .expect("-1-1|", ["^-!", "--^-!"])
    try play { marbles in
      let trigger = try marbles.hot("----#", error: TestError.two)
      return try marbles.cold("-1#").retry(when: { (_: Observable<any Error>) in trigger })
    }.expect("-1--#", "^---!", "^-!", error: TestError.two)
    try play { marbles in
      let trigger = try marbles.hot("-|")
      return try marbles.cold("--1#").retry(when: { (_: Observable<any Error>) in trigger })
    }.expect("--1|", "^!", "^--!")
  }

  @Test("disposal frees trigger and source")
  func disposes() throws {
    try play("^--!") { marbles in
      let trigger = try marbles.hot("----0")
      return try marbles.cold("-1-#").retry(when: { (_: Observable<any Error>) in trigger })
    }.expect("-1", "^--!", "^--!")
  }
}
