import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("multicast")
struct MulticastOperatorTests {
  private let probe = SourceProbe<Int>()

  @Test("with a selector, subscribes to the source once, though the selected sequence has already ended")
  func connects() {
    let selected = probe.observable.multicast({ PublishSubject<Int>() }, selector: { _ in Observable.just(0) })
    #expect(selected.record().elements == [0])
    #expect([probe.subscriptions, probe.disposals] == [1, 1])
  }

  @Test("uses the same subject for all connections")
  func usesSubject() {
    let subject = BehaviorSubject(value: 0)
    let shared = probe.observable.multicast(subject)
    let recording = shared.record()
    let connection = shared.connect()
    probe.send(1)
    connection.dispose()
    let again = shared.connect()
    probe.send(2)
    #expect(recording.elements == [0, 1, 2])
    again.dispose()
  }

  @Test("makes a subject for each connection when it is first needed")
  func makesSubjects() {
    let log = Recording<Int>()
    let shared = probe.observable.multicast(makeSubject: {
      log.add(0)
      return PublishSubject<Int>()
    })
    #expect(log.elements.count == 0)
    _ = shared.record()
    shared.connect().dispose()
    #expect(log.elements.count == 1)
    shared.connect().dispose()
    #expect(log.elements.count == 2)
  }

  @Test("with a selector, subscribes to the source once, even if the selector uses it several times")
  func selects() {
    let recording = probe.observable.multicast(
      { PublishSubject<Int>() }, selector: { shared in Observable.zip(shared, shared.skip(1)) { $1 - $0 } }
    ).record()
    #expect(probe.subscriptions == 1)
    probe.send(1, 3, 6)
    #expect(recording.elements == [2, 3])
    recording.dispose()
    #expect(probe.disposals == 1)
  }

  @Test("an error thrown by a selector ends the sequence")
  func throwsErrors() {
    let noSubject = probe.observable.multicast(
      { () -> PublishSubject<Int> in throw TestError.one }, selector: { $0 }
    ).record()
    #expect(noSubject.terminals == ["one"])
    let noResult = probe.observable.multicast(
      { PublishSubject<Int>() }, selector: { _ -> Observable<Int> in throw TestError.two }
    ).record()
    #expect(noResult.terminals == ["two"])
    #expect(probe.subscriptions == 0)
  }
}

@Suite("multicast in virtual time")
struct MulticastOperatorTimeTests {
  @Test("with a selector, shares one subscription among all uses of the shared sequence")
  func selects() throws {
    try play {
      try $0.hot("-1-2-4|").multicast({ PublishSubject() }, selector: { .zip($0, $0.skip(1)) { 10 * $0 + $1 } })
    }.expect("---a-b|", "^-----!", values: ["a": 12, "b": 24])
    try play { try $0.hot("-1-2-4|").multicast({ PublishSubject() }, selector: { $0.take(2) }) }
      .expect("-1-(2|)", "^--!")
    try play("^-!") { try $0.hot("-1-2|").multicast({ PublishSubject() }, selector: { $0 }) }.expect("-1", "^-!")
  }

  @Test("with a selector, fails with the source or when either closure throws")
  func fails() throws {
    try play { try $0.hot("-1-#").multicast({ PublishSubject() }, selector: { $0 }) }.expect("-1-#", "^--!")
    try play {
      try $0.hot("-1-|").multicast({ () throws -> PublishSubject<Int> in throw TestError.one }, selector: { $0 })
    }.expect("#", [], error: TestError.one)
    try play {
      try $0.hot("-1-|").multicast({ PublishSubject() }, selector: { _ -> Observable<Int> in throw TestError.one })
    }.expect("#", [], error: TestError.one)
  }

  @Test("through one subject, replays its elements at subscription")
  func multicasts() throws {
    try play { try $0.hot("-1-2|").multicast(BehaviorSubject(value: 0)).refCount() }.expect("01-2|", "^---!")
    try play { try $0.hot("-1-2|").multicast(makeSubject: { BehaviorSubject(value: 0) }).refCount() }
      .expect("01-2|", "^---!")
  }
}
