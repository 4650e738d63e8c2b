import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("take(until:)", .dedicatedThreads)
struct TakeUntilTests {
  @Test("completes at the first element of the trigger, and frees both")
  func completes() throws {
    try play { marbles in
      let other = try marbles.hot("----9-9|")
      return try marbles.hot("-1-2-3|").take(until: other)
    }.expect("-1-2|", "^---!", "^---!")
    try play { marbles in
      let other = try marbles.hot("-9")
      return try marbles.hot("---1|").take(until: other)
    }.expect("-|", "^!", "^!")
  }

  @Test("completion of the trigger changes nothing")
  func ignoresCompletion() throws {
    try play { marbles in
      let other = try marbles.hot("--|")
      return try marbles.hot("-1-2-3|").take(until: other)
    }.expect("-1-2-3|", "^-!", "^-----!")
  }

  @Test("completion of the trigger disposes the trigger, even if it does not end its subscriptions itself")
  func disposesTrigger() {
    let other = RawSource()
    let recording = Observable<Int>.never().take(until: other).record()
    other.send(.completed)
    #expect(other.unbalanced == 0)
    #expect(recording.terminals == [])
    recording.dispose()
    other.forget()
  }

  @Test("fails with either sequence, and frees both")
  func fails() throws {
    try play { marbles in
      let other = try marbles.hot("--#")
      return try marbles.hot("-1-2|").take(until: other)
    }.expect("-1#", "^-!", "^-!")
    try play { marbles in
      let other = try marbles.hot("-----9")
      return try marbles.hot("-1-#").take(until: other)
    }.expect("-1-#", "^--!", "^--!")
  }

  @Test("completion of the source and disposal both free the trigger")
  func freesTrigger() throws {
    try play { marbles in
      let other = try marbles.hot("------9")
      return try marbles.hot("-1-|").take(until: other)
    }.expect("-1-|", "^--!", "^--!")
    try play("^-!") { marbles in
      let other = try marbles.hot("------9")
      return try marbles.hot("-1-2|").take(until: other)
    }.expect("-1", "^-!", "^-!")
  }

  @Test("subscribes to the trigger first: if it emits immediately, the source is not subscribed to")
  func subscribesTriggerFirst() {
    let probe = SourceProbe<Int>()
    let recording = BehaviorSubject(value: 1).take(until: Observable.just(0)).record()
    #expect(recording.elements == [])
    #expect(recording.terminals == ["completed"])
    #expect(probe.observable.take(until: BehaviorSubject(value: 0)).record().terminals == ["completed"])
    #expect(probe.subscriptions == 0)
  }

  @Test("the observer can make the trigger emit: the completion follows the current element")
  func reenters() {
    let source = PublishSubject<Int>()
    let other = PublishSubject<Int>()
    let log = Recording<String>()
    _ = source.take(until: other).subscribe { event in
      log.add("begin \(event)")
      if event.element == 2 { other.onNext(0) }
      log.add("end \(event)")
    }
    for element in 1...3 { source.onNext(element) }
    #expect(
      log.elements == [
        "begin next(1)", "end next(1)", "begin next(2)", "end next(2)", "begin completed", "end completed",
      ])
    #expect(!source.hasObservers)
    #expect(!other.hasObservers)
  }

  @Test("the trigger's completion and error wait for an element that another thread delivers")
  func isSerial() {
    let source = PublishSubject<Int>()
    let other = PublishSubject<Int>()
    #expect(
      eventsWhenOverlapping(source.take(until: other), first: { source.onNext(1) }, second: { other.onNext(0) })
        == ["next(1)", "completed"])
    let failing = PublishSubject<Int>()
    #expect(
      eventsWhenOverlapping(
        source.take(until: failing), first: { source.onNext(1) }, second: { failing.onError(TestError.one) })
        == ["next(1)", "error(one)"])
  }

  @Test("an element waits while another thread delivers the completion")
  func completesOnce() {
    let source = PublishSubject<Int>()
    let other = PublishSubject<Int>()
    #expect(
      eventsWhenOverlapping(source.take(until: other), first: { other.onNext(0) }, second: { source.onNext(1) })
        == ["completed"])
  }
}
