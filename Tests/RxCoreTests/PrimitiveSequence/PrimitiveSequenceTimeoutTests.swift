import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("timeout and delaySubscription of traits")
struct PrimitiveSequenceTimeoutTests {
  private let limit = RxTimeInterval.seconds(2)

  @Test("an outcome within the time is forwarded")
  func forwards() throws {
    let limit = RxTimeInterval.seconds(3)
    try play { try $0.hot("--(1|)").asSingle().timeout(limit, scheduler: $0.scheduler).asObservable() }
      .expect("--(1|)", "^-!")
    try play { try $0.hot("--|").asMaybe().timeout(limit, scheduler: $0.scheduler).asObservable() }.expect("--|", "^-!")
    try play { try $0.hot("--#").asMaybe().timeout(limit, scheduler: $0.scheduler).asObservable() }.expect("--#", "^-!")
    try play {
      let source = try $0.hot("--|").ignoreElements().asCompletable()
      return source.timeout(limit, scheduler: $0.scheduler).asObservable().map { never -> Int in }
    }
    .expect("--|", "^-!")
  }

  @Test("without an outcome within the time it fails, and the source is disposed")
  func fails() throws {
    try play { try $0.hot("---(1|)").asSingle().timeout(limit, scheduler: $0.scheduler).asObservable() }
      .expect("--#", "^-!", error: RxError.timeout)
    try play { try $0.hot("---|").asMaybe().timeout(limit, scheduler: $0.scheduler).asObservable() }
      .expect("--#", "^-!", error: RxError.timeout)
    // The element becomes the outcome only at the completion.
    try play { try $0.hot("-1---|").asSingle().timeout(limit, scheduler: $0.scheduler).asObservable() }
      .expect("--#", "^-!", error: RxError.timeout)
  }

  @Test("without an outcome within the time it switches to the other sequence, for which there is no limit")
  func switches() throws {
    try play {
      let source = try $0.hot("----(1|)").asSingle()
      let other = try $0.cold("---(5|)").asSingle()
      return source.timeout(limit, other: other, scheduler: $0.scheduler).asObservable()
    }
    .expect("-----(5|)", "^-!", "--^--!")
    try play {
      let source = try $0.hot("----(1|)").asMaybe()
      let other = try $0.cold("-|").asMaybe()
      return source.timeout(limit, other: other, scheduler: $0.scheduler).asObservable()
    }
    .expect("---|", "^-!", "--^!")
    try play {
      let source = try $0.hot("----|").ignoreElements().asCompletable()
      let other = try $0.cold("-#").ignoreElements().asCompletable()
      return source.timeout(limit, other: other, scheduler: $0.scheduler).asObservable().map { never -> Int in }
    }
    .expect("---#", "^-!", "--^!")
  }

  @Test("after an outcome within the time, the other sequence is not subscribed to")
  func keepsTheSource() throws {
    try play {
      let source = try $0.hot("-(1|)").asSingle()
      let other = try $0.cold("-(5|)").asSingle()
      return source.timeout(limit, other: other, scheduler: $0.scheduler).asObservable()
    }
    .expect("-(1|)", "^!", [])
  }

  @Test("a completion that follows the element late does not time out")
  func endsWithTheElement() {
    let source = TestScheduler(initialClock: 0)
    let scheduler = TestScheduler(initialClock: 0)
    let single = Single.just(1, scheduler: source)
    let maybe = Maybe.just(1, scheduler: source)
    let recordings = [
      single.timeout(limit, scheduler: scheduler).record(),
      single.timeout(limit, other: .just(2), scheduler: scheduler).record(),
      maybe.timeout(limit, scheduler: scheduler).record(),
      maybe.timeout(limit, other: .just(2), scheduler: scheduler).record(),
    ]
    source.advanceTo(1)  // Emits the elements, and schedules the completions.
    scheduler.start()
    source.start()
    for recording in recordings {
      #expect(recording.elements == [1])
      #expect(recording.terminals == ["completed"])
    }
  }

  @Test("disposal frees the source, or the other sequence")
  func disposes() throws {
    for (span, spans) in [("^!", ("^!", [] as Spans)), ("^--!", ("^-!", "--^!"))] {
      try play(span) {
        let source = try $0.hot("------(1|)").asSingle()
        let other = try $0.cold("------(5|)").asSingle()
        return source.timeout(limit, other: other, scheduler: $0.scheduler).asObservable()
      }
      .expect("", Spans(stringLiteral: spans.0), spans.1)
    }
  }

  @Test("delaySubscription subscribes after the due time")
  func delaysSubscription() throws {
    try play { try $0.cold("-(1|)").asSingle().delaySubscription(limit, scheduler: $0.scheduler).asObservable() }
      .expect("---(1|)", "--^!")
    try play { try $0.cold("-|").asMaybe().delaySubscription(limit, scheduler: $0.scheduler).asObservable() }
      .expect("---|", "--^!")
    try play {
      let source = try $0.hot("-1-2-3|").asInfallible(onErrorJustReturn: 9)
      return source.delaySubscription(limit, scheduler: $0.scheduler).asObservable()
    }
    .expect("---2-3|", "--^---!")
    try play("^!") { try $0.cold("-(1|)").asSingle().delaySubscription(limit, scheduler: $0.scheduler).asObservable() }
      .expect("", [])
  }
}
