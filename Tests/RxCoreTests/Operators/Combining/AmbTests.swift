import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("amb", .dedicatedThreads)
struct AmbTests {
  @Test("the first event of any kind decides, and nothing from a loser is forwarded")
  func decides() {
    let (left, right) = (SourceProbe<Int>(), SourceProbe<Int>())
    let recording = left.observable.amb(right.observable).record()
    right.send(1)
    #expect([left.disposals, right.disposals] == [1, 0])
    left.send(9)
    left.fail(TestError.one)
    right.send(2)
    right.complete()
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == ["completed"])
    #expect([left.disposals, right.disposals] == [1, 1])
    #expect(Observable.never().amb(Observable<Int>.empty()).record().terminals == ["completed"])
    #expect(Observable<Int>.error(TestError.one).amb(Observable.just(1)).record().terminals == ["one"])
  }

  @Test("a source that emits inside its subscription wins, and later ones are disposed immediately")
  func decidesInsideSubscribe() {
    let last = SourceProbe<Int>()
    let recording = Observable.amb([.never(), .just(1), last.observable]).record()
    #expect([last.subscriptions, last.disposals] == [1, 1])
    last.send(5)
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["completed"])
  }

  @Test("the first event is forwarded before those that the disposal of the others causes")
  func firstEventComesFirst() {
    let left = SourceProbe<Int>()
    let right = Observable<Int>.create { _ in
      Disposables.create {
        left.send(2)
        left.complete()
      }
    }
    let recording = left.observable.amb(right).record()
    left.send(1)
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == ["completed"])
  }

  @Test("without sources nothing is emitted")
  func isEmpty() {
    let recording = Observable<Int>.amb([Observable<Int>]()).record()
    #expect(recording.elements == [])
    #expect(recording.terminals == [])
    recording.dispose()
  }

  @Test("when two threads emit at the same time there is one winner, and no event is lost or doubled")
  func hasOneWinner() {
    let rounds = (0..<3_000).map { _ in
      let subjects = (PublishSubject<Int>(), PublishSubject<Int>())
      let events = Recording<String>()
      let subscription = subjects.0.amb(subjects.1).subscribe { events.add("\($0)") }
      return (subjects: [subjects.0, subjects.1], events: events, subscription: subscription)
    }
    let barrier = Barrier(of: 2)
    onThreads(2) { thread in
      for round in rounds {
        barrier.wait()
        for number in 0..<5 { round.subjects[thread].onNext(10 * thread + number) }
        round.subjects[thread].onCompleted()
      }
    }
    let expected = (0..<2).map { thread in (0..<5).map { "next(\(10 * thread + $0))" } + ["completed"] }
    #expect(rounds.allSatisfy { expected.contains($0.events.elements) })
    #expect(rounds.allSatisfy { $0.subjects.allSatisfy { !$0.hasObservers } })
    for round in rounds { round.subscription.dispose() }
  }

  @Test("100,000 sources do not overflow the stack")
  func doesNotOverflowStack() {
    let log = Recording<Int>()
    withStack {
      let sources = Swift.repeatElement(Observable<Int>.never(), count: 100_000) + [.just(1)]
      Observable.amb(sources).subscribe(onNext: { _ = log.add($0) }).dispose()
    }
    #expect(log.elements == [1])
  }
}

@Suite("amb in virtual time")
struct AmbTimeTests {
  @Test("forwards the winner and disposes the losers at its first event")
  func emits() throws {
    try play { try $0.hot("-1--2|").amb(try $0.hot("--3--4|")) }.expect("-1--2|", "^----!", "^!")
    try play { try $0.hot("--1--2#").amb(try $0.hot("-3---4-|")) }.expect("-3---4-|", "^!", "^------!")
    try play { Observable.amb([try $0.hot("---1|"), try $0.hot("-2--3|"), try $0.hot("--4|")]) }
      .expect("-2--3|", "^!", "^----!", "^!")
  }

  @Test("fails with the winner, even if the error is its first event")
  func fails() throws {
    try play { try $0.hot("-1-#").amb(try $0.hot("--2--|")) }.expect("-1-#", "^--!", "^!")
    try play { try $0.hot("--2--|").amb(try $0.hot("-#")) }.expect("-#", "^!", "^!")
  }

  @Test("the completion of an empty source is a first event")
  func completes() throws {
    try play { try $0.hot("----1").amb(try $0.hot("--|")) }.expect("--|", "^-!", "^-!")
  }

  @Test("disposal before the decision and after it frees the sources")
  func disposes() throws {
    try play("^-!") { try $0.hot("---1").amb(try $0.hot("----2")) }.expect("", "^-!", "^-!")
    try play("^---!") { try $0.hot("-1--2-").amb(try $0.hot("--2")) }.expect("-1--2", "^---!", "^!")
  }
}
