import Dispatch
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("timeout", .dedicatedThreads)
struct TimeoutTests {
  private let scheduler = ManualScheduler()
  private let probe = SourceProbe<Int>()
  private let other = SourceProbe<Int>()

  private func start() -> Recording<Int> {
    probe.observable.timeout(.milliseconds(100), other: other.observable, scheduler: scheduler)
      .record()
  }

  @Test("an element restarts the time; without one the sequence fails and the source is disposed")
  func fails() {
    let recording = probe.observable.timeout(.milliseconds(100), scheduler: scheduler).record()
    scheduler.advance(by: 99)
    probe.send(1)
    scheduler.advance(by: 99)
    probe.send(2)
    #expect(scheduler.pending == 1)
    scheduler.advance(by: 100)
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == ["Sequence timeout."])
    #expect(probe.disposals == 1)
    #expect(scheduler.pending == 0)
  }

  @Test("the time begins again only after the outermost of elements that are emitted inside each other")
  func nestedElements() {
    let subscription = probe.observable.timeout(.milliseconds(100), other: other.observable, scheduler: scheduler)
      .subscribe(onNext: { element in
        if element > 1 { return }
        probe.send(2)
        scheduler.advance(by: 1_000)
        #expect(other.subscriptions == 0)
      })
    probe.send(1)
    scheduler.advance(by: 100)
    #expect(other.subscriptions == 1)
    subscription.dispose()
  }

  @Test("switches to the other sequence, for which there is no limit, and ignores the source from then on")
  func switches() {
    let recording = start()
    probe.send(1)
    scheduler.advance(by: 100)
    #expect([probe.disposals, other.subscriptions] == [1, 1])
    #expect(scheduler.pending == 0)
    probe.send(9)
    probe.fail(TestError.one)
    other.send(2)
    scheduler.advance(by: 1_000)
    other.send(3)
    other.complete()
    #expect(recording.elements == [1, 2, 3])
    #expect(recording.terminals == ["completed"])
    #expect(other.disposals == 1)
  }

  @Test("the end of the source cancels the timer, and the other sequence is not subscribed to")
  func ends() {
    let recording = start()
    probe.complete()
    scheduler.advance(by: 1_000)
    #expect(recording.terminals == ["completed"])
    #expect([probe.disposals, other.subscriptions] == [1, 0])
    #expect(scheduler.pending == 0)
  }

  @Test("subscribes to the other sequence before it disposes the source")
  func subscribesFirst() {
    let log = Recording<String>()
    let source = Observable<Int>.create { _ in Disposables.create(with: { log.add("source disposed") }) }
    let next = Observable<Int>.create { _ in
      log.add("other subscribed")
      return Disposables.create(with: { log.add("other disposed") })
    }
    let subscription = source.timeout(.milliseconds(1), other: next, scheduler: scheduler).subscribe { _ in }
    scheduler.advance(by: 1)
    #expect(log.elements == ["other subscribed", "source disposed"])
    subscription.dispose()
    #expect(log.elements == ["other subscribed", "source disposed", "other disposed"])
  }

  @Test("the time starts when the element has been forwarded, even if the observer emits another one")
  func restarts() {
    let source = RawSource()
    let log = Recording<Int>()
    let subscription = source.timeout(.milliseconds(100), other: other.observable, scheduler: scheduler).subscribe(
      onNext: { [scheduler] in
        log.add($0)
        scheduler.advance(by: 150)  // The observer takes longer than the limit.
        if $0 == 1 { source.send(.next(2)) }
      })
    source.send(.next(1))
    #expect(log.elements == [1, 2])
    #expect(other.subscriptions == 0)
    scheduler.advance(by: 100)
    #expect(other.subscriptions == 1)
    subscription.dispose()
    source.forget()
  }

  @Test("an endless other sequence can be disposed downstream")
  func stopsOther() {
    let recording = probe.observable.timeout(
      .milliseconds(100), other: Observable.repeatElement(7), scheduler: scheduler
    ).take(3).record()
    scheduler.advance(by: 100)
    #expect(recording.elements == [7, 7, 7])
    #expect(recording.terminals == ["completed"])
  }

  @Test("if the source ends while another thread's timer elapses, exactly one of them wins")
  func hasOneWinner() {
    for round in 0..<300 {
      let source = PublishSubject<Int>()
      let scheduler = ManualScheduler()
      let log = Recording<String>()
      let subscription = source.timeout(.milliseconds(1), other: Observable.of(7, 8), scheduler: scheduler)
        .subscribe { log.add("\($0)") }
      let meeting = Barrier(of: 2)
      onThreads(2) { thread in
        meeting.wait()
        if thread == 0 {
          scheduler.advance(by: 1)
        } else {
          if round.isMultiple(of: 2) { source.onNext(1) }
          source.onCompleted()
        }
      }
      let byTime = ["next(7)", "next(8)", "completed"]
      let expected = [["completed"], ["next(1)", "completed"], byTime, ["next(1)"] + byTime]
      #expect(expected.contains(log.elements))
      #expect(!source.hasObservers)
      #expect(scheduler.pending == 0)
      subscription.dispose()
    }
  }
}

@Suite("timeout in virtual time")
struct TimeoutTimeTests {
  @Test("forwards a source that is never late")
  func forwards() throws {
    try play { try $0.hot("-1--2-3--|").timeout(.seconds(4), scheduler: $0.scheduler) }.expect(
      "-1--2-3--|", "^--------!")
    try play { try $0.hot("-1--#").timeout(.seconds(4), scheduler: $0.scheduler) }.expect("-1--#", "^---!")
  }

  @Test("fails when no element arrives in time, at first or after an element")
  func fails() throws {
    try play { try $0.hot("-----1|").timeout(.seconds(3), scheduler: $0.scheduler) }
      .expect("---#", "^--!", error: RxError.timeout)
    try play { try $0.hot("-1-2-----3|").timeout(.seconds(3), scheduler: $0.scheduler) }
      .expect("-1-2--#", "^-----!", error: RxError.timeout)
  }

  @Test("switches to the other sequence, which may fail or complete")
  func switches() throws {
    try play { try $0.hot("-1----2|").timeout(.seconds(3), other: try $0.cold("-7---8|"), scheduler: $0.scheduler) }
      .expect("-1---7---8|", "^---!", "----^-----!")
    try play { try $0.hot("----").timeout(.seconds(3), other: try $0.cold("-7#"), scheduler: $0.scheduler) }
      .expect("----7#", "^--!", "---^-!")
  }

  @Test("an event at the tick of the timeout comes first if it was scheduled first")
  func competes() throws {
    try play { try $0.hot("---1--|").timeout(.seconds(3), other: try $0.cold("7|"), scheduler: $0.scheduler) }
      .expect("---1--|", "^-----!", [])
    try play { try $0.hot("---|").timeout(.seconds(3), other: try $0.cold("-7|"), scheduler: $0.scheduler) }
      .expect("---|", "^--!", [])
    // The timer fires before the completion, because the cold source schedules its events after the timer was started.
    try play { try $0.cold("---|").timeout(.seconds(3), other: try $0.cold("-7|"), scheduler: $0.scheduler) }
      .expect("----7|", "^--!", "---^-!")
  }

  @Test("disposal frees the current sequence")
  func disposes() throws {
    try play("^-!") { try $0.hot("-1---").timeout(.seconds(3), other: try $0.cold("7|"), scheduler: $0.scheduler) }
      .expect("-1", "^-!", [])
    try play("^----!") { try $0.hot("-----").timeout(.seconds(3), other: try $0.cold("-7--"), scheduler: $0.scheduler) }
      .expect("----7", "^--!", "---^-!")
  }
}
