import Dispatch
import RxTesting
import TestSupport
import Testing

@testable import RxCore

/// Logs each window's events with the window's number, and the events of the outer sequence.
private func log(_ windows: Observable<Observable<Int>>, into log: Recording<String>) -> any Disposable {
  let count = Guarded(0)
  let inner = CompositeDisposable()
  let outer = windows.subscribe { event in
    guard let window = event.element else {
      log.add("\(event)")
      return
    }
    let number = count.withLock { count -> Int in
      count += 1
      return count
    }
    log.add("window \(number)")
    _ = inner.insert(window.subscribe { log.add("\(number): \($0)") })
  }
  return Disposables.create(outer, inner)
}

@Suite("window", .dedicatedThreads)
struct WindowTests {
  private let scheduler = ManualScheduler()
  private let probe = SourceProbe<Int>()

  private func windows(_ timeSpan: RxTimeInterval = .milliseconds(100), count: Int) -> Observable<Observable<Int>> {
    probe.observable.window(timeSpan: timeSpan, count: count, scheduler: scheduler)
  }

  @Test("a window ends when it is full or its time has passed, and the next one begins with a new timer")
  func ends() {
    let events = Recording<String>()
    let subscription = log(windows(count: 2), into: events)
    #expect(events.elements == ["window 1"])
    probe.send(1)
    scheduler.advance(by: 90)
    probe.send(2)
    scheduler.advance(by: 99)
    probe.send(3)
    scheduler.advance(by: 1)
    probe.send(4)
    #expect(
      events.elements == [
        "window 1", "1: next(1)", "1: next(2)", "1: completed", "window 2", "2: next(3)", "2: completed", "window 3",
        "3: next(4)",
      ])
    #expect(scheduler.pending == 1)
    subscription.dispose()
    #expect(scheduler.pending == 0)
    #expect(probe.disposals == 1)
  }

  @Test("the end of the source ends the last window and then the outer sequence")
  func endsInOrder() {
    for end in [Event<Int>.completed, .error(TestError.one)] {
      let events = Recording<String>()
      let source = PublishSubject<Int>()
      let subscription = log(source.window(timeSpan: .never, count: 2, scheduler: scheduler), into: events)
      source.onNext(1)
      source.on(end)
      #expect(events.elements == ["window 1", "1: next(1)", "1: \(end)", "\(end)"])
      #expect(!source.hasObservers)
      subscription.dispose()
    }
  }

  @Test("the source remains subscribed to while a window has a subscriber after the outer disposal")
  func outlives() {
    let events = Recording<String>()
    let kept = Guarded<Observable<Int>?>(nil)
    let outer = windows(count: 2).subscribe(onNext: { window in kept.withLock { $0 = $0 ?? window } })
    let inner = kept.withLock { $0 }?.subscribe { events.add("\($0)") }
    outer.dispose()
    probe.send(1)
    #expect(events.elements == ["next(1)"])
    #expect(probe.disposals == 0)
    probe.send(2)
    #expect(events.elements == ["next(1)", "next(2)", "completed"])
    #expect(probe.disposals == 1)
    #expect(scheduler.pending == 0)
    inner?.dispose()
  }

  @Test("a window without other subscribers still ends by time, which disposes the source")
  func endsByTime() {
    let events = Recording<String>()
    let subscription = windows(count: 0).take(1).flatMap { $0 }.subscribe { events.add("\($0)") }
    probe.send(1)
    #expect(probe.disposals == 0)
    scheduler.advance(by: 100)
    #expect(events.elements == ["next(1)", "completed"])
    #expect(probe.disposals == 1)
    #expect(scheduler.pending == 0)
    subscription.dispose()
  }

  @Test("the timer ends with a source that is a constant", arguments: [Observable<Int>.just(1), .empty(), .never()])
  func endsTimer(source: Observable<Int>) {
    let subscription = source.window(timeSpan: .milliseconds(100), count: 2, scheduler: scheduler).subscribe()
    subscription.dispose()
    #expect(scheduler.pending == 0)
  }

  @Test("a late subscriber misses the earlier elements, and after the end receives only the end")
  func isLate() {
    let kept = Guarded<[Observable<Int>]>([])
    let outer = windows(count: 2).subscribe(onNext: { window in kept.withLock { $0.append(window) } })
    probe.send(1)
    let late = kept.withLock { $0 }.map { $0.record() }
    probe.send(2)
    let later = kept.withLock { $0 }.map { $0.record() }
    #expect(late.map(\.elements) == [[2]])
    #expect(late.map(\.terminals) == [["completed"]])
    #expect(later.map(\.elements) == [[], []])
    #expect(later.map(\.terminals) == [["completed"], []])
    outer.dispose()
    for recording in later { recording.dispose() }
    #expect(probe.disposals == 1)
  }

  @Test("elements that the source emits while the timer ends a window go into the next one")
  func isSerial() {
    let events = eventsWhenOverlapping(
      windows(count: 0).skip(1).flatMap { window in Observable.just(0).concat(window) },
      first: { scheduler.advance(by: 100) },
      second: {
        probe.send(1)
        probe.complete()
      })
    #expect(events == ["next(0)", "next(1)", "completed"])
  }
}

@Suite("window in virtual time")
struct WindowTimeTests {
  /// The elements of all windows, each with its window's number.
  private func numbered(_ windows: Observable<Observable<Int>>) -> Observable<String> {
    windows.scan((0, Observable<Int>.never())) { ($0.0 + 1, $1) }
      .flatMap { number, window in window.map { "\(number) \($0)" } }
  }

  @Test("windows of up to 3 elements and 70 seconds begin and end at the right times", arguments: [600, 370])
  func hasTimes(disposal: TestTime) {
    for end in [Recorded<Event<Int>>.completed(600), .error(600, TestError.one)] {
      let scheduler = TestScheduler(initialClock: 0)
      let times = [205, 210, 240, 280, 320, 350, 370, 420, 470]
      let source = scheduler.createHotObservable(times.enumerated().map { .next($1, $0 + 1) } + [end])
      let seen = scheduler.start(disposed: disposal) {
        numbered(source.asObservable().window(timeSpan: .seconds(70), count: 3, scheduler: scheduler))
      }
      let expected: [Recorded<Event<String>>] = [
        .next(205, "1 1"), .next(210, "1 2"), .next(240, "1 3"), .next(280, "2 4"), .next(320, "3 5"),
        .next(350, "3 6"), .next(370, "3 7"), .next(420, "4 8"), .next(470, "5 9"),
        end.value.isCompleted ? .completed(600) : .error(600, TestError.one),
      ]
      #expect(seen.events == expected.filter { $0.time <= disposal })
      #expect(source.subscriptions == [Subscription(200, disposal)])
    }
  }

  @Test("windows end by count only, and by time only")
  func countsOrWaits() throws {
    let values: [Character: String] = ["a": "1 1", "b": "1 2", "c": "2 3", "d": "3 4"]
    try play { numbered(try $0.hot("-1-2--3|").window(timeSpan: .never, count: 2, scheduler: $0.scheduler)) }
      .expect("-a-b--c|", "^------!", values: values)
    try play { numbered(try $0.hot("-12-3---4-|").window(timeSpan: .seconds(3), count: 0, scheduler: $0.scheduler)) }
      .expect("-ab-c---d-|", "^---------!", values: values)
  }

  @Test("a window ends when it is full, and the next one counts anew")
  func decides() {
    var state = WindowState(count: 2)
    #expect(state.receivedElement() == false)
    #expect(state.receivedElement() == true)
    state.began()
    #expect(state.receivedElement() == false)
    state.began()  // The timer of the second has elapsed.
    #expect(state.receivedElement() == false)
    #expect(state.receivedElement() == true)
  }

  @Test("only the first terminal event counts")
  func endsOnce() {
    var state = WindowState(count: 1)
    #expect(state.end() == true)
    #expect(state.end() == false)
    #expect(state.isEnded)
  }
}
