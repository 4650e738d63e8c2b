import Dispatch
import RxTesting
import TestSupport
import Testing

@testable import RxCore

@Suite("buffer", .dedicatedThreads)
struct BufferTests {
  private let scheduler = ManualScheduler()
  private let probe = SourceProbe<Int>()

  private func start(_ timeSpan: RxTimeInterval, count: Int) -> Recording<[Int]> {
    probe.observable.buffer(timeSpan: timeSpan, count: count, scheduler: scheduler).record()
  }

  @Test("emits when the time has passed or the buffer is full, and restarts the one timer")
  func emits() {
    let recording = start(.milliseconds(100), count: 2)
    probe.send(1)
    scheduler.advance(by: 90)
    probe.send(2)
    #expect(recording.elements == [[1, 2]])
    scheduler.advance(by: 99)
    #expect(recording.elements == [[1, 2]])
    probe.send(3)
    scheduler.advance(by: 1)
    #expect(recording.elements == [[1, 2], [3]])
    #expect(scheduler.pending == 1)
    probe.complete()
    #expect(recording.elements == [[1, 2], [3], []])
    #expect(recording.terminals == ["completed"])
    #expect(scheduler.pending == 0)
    #expect(probe.disposals == 1)
  }

  @Test("a span of zero or less lasts a millisecond, so that the scheduler's time advances", arguments: [0, -1])
  func clampsSpan(milliseconds: Int) {
    let recording = start(.milliseconds(milliseconds), count: 2)
    #expect(scheduler.pending == 1)
    scheduler.advance(by: 3)
    #expect(recording.elements == [[], [], []])
  }

  @Test("a count of zero or less means that only the time counts", arguments: [0, -1])
  func ignoresCount(count: Int) {
    let recording = start(.milliseconds(100), count: count)
    for number in 1...5 { probe.send(number) }
    scheduler.advance(by: 100)
    #expect(recording.elements == [[1, 2, 3, 4, 5]])
    recording.dispose()
  }

  @Test("elements that the source emits while the timer delivers a buffer go into the next one")
  func isSerial() {
    let events = eventsWhenOverlapping(
      probe.observable.buffer(timeSpan: .milliseconds(100), count: 2, scheduler: scheduler),
      first: {
        probe.send(1)
        scheduler.advance(by: 100)
      },
      second: {
        probe.send(2)
        probe.send(3)
        probe.send(4)
        probe.complete()
      })
    #expect(events == ["next([1])", "next([2, 3])", "next([4])", "completed"])
  }

  @Test("elements emitted inside a buffer go into the next one")
  func reenters() {
    let log = Recording<[Int]>()
    let subject = PublishSubject<Int>()
    let subscription = subject.buffer(timeSpan: .milliseconds(100), count: 2, scheduler: scheduler).subscribe(
      onNext: {
        if log.add($0) == 1 { for number in 3...5 { subject.onNext(number) } }
      })
    subject.onNext(1)
    subject.onNext(2)
    scheduler.advance(by: 100)
    #expect(log.elements == [[1, 2], [3, 4], [5]])
    subscription.dispose()
  }

  @Test("with elements from one thread and timers on another, no element is lost or doubled")
  func keepsAll() {
    let subject = PublishSubject<Int>()
    let seen = Recording<Int>()
    let subscription = subject.buffer(timeSpan: .milliseconds(1), count: 3, scheduler: scheduler).subscribe(
      onNext: { for element in $0 { seen.add(element) } })
    onThreads(2) { [scheduler] thread in
      for number in 0..<2_000 { if thread == 0 { subject.onNext(number) } else { scheduler.advance(by: 1) } }
    }
    subject.onCompleted()
    #expect(seen.elements == Array(0..<2_000))
    subscription.dispose()
  }
}

@Suite("buffer in virtual time")
struct BufferTimeTests {
  private let values: [Character: String] = ["a": "12", "b": "3", "c": "45", "d": ""]

  private func buffer(
    _ source: Observable<Int>, _ timeSpan: RxTimeInterval, count: Int, _ marbles: MarbleSources
  ) -> Observable<String> {
    source.buffer(timeSpan: timeSpan, count: count, scheduler: marbles.scheduler)
      .map { $0.map(String.init).joined() }
  }

  @Test("emits when the buffer is full or the time has passed, each time with a new timer")
  func emits() throws {
    try play { buffer(try $0.hot("-1-2--34-5---|"), .seconds(3), count: 2, $0) }
      .expect("---a--b--c--d(d|)", "^------------!", values: values)
  }

  @Test("buffers of up to 3 elements and 70 seconds are emitted at the right times")
  func hasTimes() {
    let scheduler = TestScheduler(initialClock: 0)
    let times = [205, 210, 240, 280, 320, 350, 370, 420, 470]
    let source = scheduler.createHotObservable(
      times.enumerated().map { .next($1, $0 + 1) } + [Recorded<Event<Int>>.completed(600)])
    let seen = scheduler.start { source.asObservable().buffer(timeSpan: .seconds(70), count: 3, scheduler: scheduler) }
    #expect(
      seen.events == [
        .next(240, [1, 2, 3]), .next(310, [4]), .next(370, [5, 6, 7]), .next(440, [8]), .next(510, [9]), .next(580, []),
        .next(600, []), .completed(600),
      ])
    #expect(source.subscriptions == [Subscription(200, 600)])
  }

  @Test("emits by count only, and by time only")
  func countsOrWaits() throws {
    try play { buffer(try $0.hot("-1-2--3|"), .never, count: 2, $0) }
      .expect("---a---(b|)", "^------!", values: values)
    try play("^------!") { buffer(try $0.hot("-12-3--"), .seconds(3), count: 0, $0) }
      .expect("---a--b", "^------!", values: values)
  }

  @Test("an error is forwarded immediately and drops the elements")
  func fails() throws {
    try play { buffer(try $0.hot("-12--3#"), .seconds(9), count: 2, $0) }
      .expect("--a---#", "^-----!", values: values)
  }
}
