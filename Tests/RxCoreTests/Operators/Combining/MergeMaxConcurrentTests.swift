import Dispatch
import RxTesting
import Synchronization
import TestSupport
import Testing

@testable import RxCore

@Suite("merge(maxConcurrent:)", .dedicatedThreads)
struct MergeMaxConcurrentTests {
  @Test("a limit below one stops the program")
  func refusesNoSequence() async {
    await #expect(processExitsWith: .failure) { _ = Observable.of(Observable.just(1)).merge(maxConcurrent: 0) }
  }

  @Test("subscribes to at most the given number of inner sequences, and the others wait in order")
  func limits() {
    let source = SourceProbe<Observable<Int>>()
    let inner = (0..<4).map { _ in SourceProbe<Int>() }
    let recording = source.observable.merge(maxConcurrent: 2).record()
    for probe in inner { source.send(probe.observable) }
    #expect(inner.map(\.subscriptions) == [1, 1, 0, 0])
    inner[1].send(1)
    inner[1].complete()
    #expect(inner.map(\.subscriptions) == [1, 1, 1, 0])
    inner[0].send(2)
    inner[2].send(3)
    inner[0].complete()
    inner[2].complete()
    #expect(inner.map(\.subscriptions) == [1, 1, 1, 1])
    source.complete()
    #expect(recording.terminals == [])
    inner[3].complete()
    #expect(recording.elements == [1, 2, 3])
    #expect(recording.terminals == ["completed"])
    #expect(inner.map(\.disposals) == [1, 1, 1, 1])
  }

  @Test("does not complete before waiting inner sequences that end inside subscribe")
  func completesLast() {
    let first = SourceProbe<Int>()
    let recording = Observable.of(first.observable, .just(1), .empty(), .just(2)).merge(maxConcurrent: 1).record()
    first.complete()
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == ["completed"])
  }

  @Test("an error from the source or an inner sequence frees all, and drops waiting sequences", arguments: 0..<2)
  func fails(place: Int) {
    let source = SourceProbe<Observable<Int>>()
    let inner = [SourceProbe<Int>(), SourceProbe<Int>()]
    let recording = source.observable.merge(maxConcurrent: 1).record()
    source.send(inner[0].observable, inner[1].observable)
    if place == 0 { source.fail(TestError.one) } else { inner[0].fail(TestError.one) }
    inner[0].complete()
    #expect(recording.terminals == ["one"])
    #expect(inner.map(\.subscriptions) == [1, 0])
    #expect(inner.map(\.disposals) == [1, 0])
    #expect(source.disposals == 1)
  }

  @Test("disposal during an element stops all events, and waiting sequences are not subscribed to")
  func disposes() {
    let source = SourceProbe<Observable<Int>>()
    let inner = [SourceProbe<Int>(), SourceProbe<Int>()]
    let recording = source.observable.merge(maxConcurrent: 1).record(disposeAfter: 1)
    source.send(inner[0].observable, inner[1].observable)
    inner[0].send(1, 2)
    inner[0].complete()
    #expect(recording.elements == [1])
    #expect(recording.terminals == [])
    #expect(inner.map(\.subscriptions) == [1, 0])
    #expect(inner.map(\.disposals) == [1, 0])
  }

  @Test("waiting sequences are released at disposal")
  func releasesWaiting() {
    let lifetimes = Lifetimes()
    let source = PublishSubject<Observable<Int>>()
    let subscription = source.merge(maxConcurrent: 1).subscribe()
    source.onNext(.never())
    inScope {
      let tracked = lifetimes.make()
      source.onNext(.create { _ in Disposables.create(with: { tracked.touch() }) })
    }
    #expect(lifetimes.alive == 1)
    subscription.dispose()
    #expect(lifetimes.alive == 0)
  }

  @Test("100,000 waiting inner sequences that end inside subscribe do not overflow the stack")
  func doesNotOverflowStack() {
    let count = Atomic<Int>(0)
    let log = Recording<String>()
    withStack {
      let first = PublishSubject<Int>()
      let source = PublishSubject<Observable<Int>>()
      _ = source.merge(maxConcurrent: 1).subscribe(
        onNext: { count.wrappingAdd($0, ordering: .relaxed) }, onCompleted: { log.add("completed") })
      source.onNext(first)
      for _ in 0..<100_000 { source.onNext(.just(1)) }
      source.onCompleted()
      first.onCompleted()
    }
    let total = count.load(ordering: .relaxed)
    #expect(total == 100_000)
    #expect(log.elements == ["completed"])
  }

  @Test("an event that arrives during a delivery waits")
  func isSerial() {
    let inner = [PublishSubject<Int>(), PublishSubject<Int>()]
    let merged = Observable.of(inner[0], inner[1]).merge(maxConcurrent: 2)
    #expect(
      eventsWhenOverlapping(merged, first: { inner[0].onNext(1) }, second: { inner[1].onNext(2) })
        == ["next(1)", "next(2)"])
  }

  @Test("inner sequences that end on several threads are subscribed to once each, never too many at a time")
  func survivesThreads() {
    for _ in 0..<20 {
      let running = Atomic<Int>(0)
      let most = Atomic<Int>(0)
      let inner = Observable<Int>.create { observer in
        most.max(running.wrappingAdd(1, ordering: .relaxed).newValue, ordering: .relaxed)
        DispatchQueue.global().async {
          observer.onNext(1)
          running.wrappingSubtract(1, ordering: .relaxed)
          observer.onCompleted()
        }
        return Disposables.create()
      }
      let recording = Observable.from(repeatElement(inner, count: 200)).merge(maxConcurrent: 3).record()
      #expect(recording.waitForEnd())
      #expect(recording.elements.count == 200)
      #expect(recording.terminals == ["completed"])
      let peak = most.load(ordering: .relaxed)
      #expect(peak <= 3)
    }
  }

  @Test("a free place is used while another thread is subscribing to an inner sequence")
  func usesFreePlaces() {
    let source = SourceProbe<Observable<Int>>()
    let running = [SourceProbe<Int>(), SourceProbe<Int>()]
    let waiting = [SourceProbe<Int>(), SourceProbe<Int>()]
    let (isSubscribing, mayReturn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let slow = Observable<Int>.create { _ in
      isSubscribing.signal()
      #expect(mayReturn.wait(timeout: .now() + limit) == .success)
      return Disposables.create()
    }
    let recording = source.observable.merge(maxConcurrent: 3).record()
    source.send(running[0].observable, running[1].observable, .never(), slow, waiting[0].observable)
    onThreads(2) { thread in
      if thread == 0 { return running[0].complete() }
      #expect(isSubscribing.wait(timeout: .now() + limit) == .success)
      running[1].complete()
      #expect(waiting[0].subscriptions == 1)
      source.send(waiting[1].observable)
      #expect(waiting[1].subscriptions == 0)
      waiting[0].complete()
      #expect(waiting[1].subscriptions == 1)
      mayReturn.signal()
    }
    recording.dispose()
  }

  @Test("sequences are subscribed to in the order in which they arrived, and at most the given number run")
  func decides() {
    var state = Merging(limit: 2)
    #expect(state.received(1, on: 7) == 1)
    #expect(state.subscribed(on: 7) == nil)
    #expect(state.received(2, on: 7) == 2)
    #expect(state.subscribed(on: 7) == nil)
    #expect(state.received(3, on: 7) == nil)
    #expect(state.received(4, on: 7) == nil)
    #expect(state.completed(on: 8) == 3)
    #expect(state.subscribed(on: 8) == nil)
    #expect(state.completed(on: 8) == 4)
  }

  @Test("a completion inside a subscription is left to the loop of its thread, and one on another thread is not")
  func loops() {
    var state = Merging(limit: 2)
    for number in 1...2 {
      #expect(state.received(number, on: 7) == number)
      #expect(state.subscribed(on: 7) == nil)
    }
    for number in 3...5 { #expect(state.received(number, on: 7) == nil) }
    #expect(state.completed(on: 7) == 3)
    #expect(state.completed(on: 7) == nil)
    #expect(state.received(6, on: 7) == nil)
    #expect(state.completed(on: 8) == 4)
    #expect(state.subscribed(on: 8) == 5)
    #expect(state.subscribed(on: 7) == nil)
    #expect(state.completed(on: 7) == 6)
  }

  @Test("an arrival uses the place that is left to the loop of another thread, and the first sequence gets it")
  func arrives() {
    var state = Merging(limit: 1)
    #expect(state.received(1, on: 7) == 1)
    #expect(state.received(2, on: 8) == nil)
    #expect(state.completed(on: 7) == nil)
    #expect(state.received(3, on: 7) == nil)
    #expect(state.received(4, on: 8) == 2)
    #expect(state.subscribed(on: 7) == nil)
    #expect(state.subscribed(on: 8) == nil)
    #expect(state.completed(on: 7) == 3)
    #expect(state.waiting == [4])
    state.removeWaiting()
    #expect(state.completed(on: 7) == nil)
  }
}

/// The state machine, with the sequences that wait, as the sink has them.
private struct Merging {
  private var state = MergeMaxConcurrentState()
  private(set) var waiting: [Int] = []

  init(limit: Int) { state.limit = limit }

  mutating func received(_ source: Int, on thread: UInt) -> Int? {
    waiting.append(source)
    return state.received(on: thread) ? waiting.removeFirst() : nil
  }

  mutating func completed(on thread: UInt) -> Int? { state.completed(on: thread) ? waiting.removeFirst() : nil }

  mutating func subscribed(on thread: UInt) -> Int? { state.subscribed(on: thread) ? waiting.removeFirst() : nil }

  mutating func removeWaiting() {
    waiting = []
    state.removedWaiting()
  }
}

/// Calls `body`, so that the objects it makes are released when it returns.
@inline(never)
private func inScope(_ body: () -> Void) { body() }

@Suite("merge(maxConcurrent:) in virtual time")
struct MergeMaxConcurrentTimeTests {
  @Test("subscribes to the next sequence when one completes")
  func waits() throws {
    try play { marbles in
      let inner = [try marbles.cold("-1---|"), try marbles.cold("--2|"), try marbles.cold("-3|")]
      return try marbles.hot("-(012)|").map { inner[$0] }.merge(maxConcurrent: 2)
    }.expect("--12-3|", "-^----!", "-^--!", "----^-!", "^-!")
  }

  @Test("fails with the source or a sequence, and waiting sequences are never subscribed to")
  func fails() throws {
    try play { marbles in
      let inner = [try marbles.cold("-1-#", error: TestError.one), try marbles.cold("-2|")]
      return try marbles.hot("-01----|").map { inner[$0] }.merge(maxConcurrent: 1)
    }.expect("--1-#", "-^--!", [], "^---!", error: TestError.one)
    try play { marbles in
      let inner = [try marbles.cold("-1--|"), try marbles.cold("-2|")]
      return try marbles.hot("-01-#").map { inner[$0] }.merge(maxConcurrent: 1)
    }.expect("--1-#", "-^--!", [], "^---!")
  }

  @Test("disposal frees waiting sequences, even if the source retains its observer")
  func frees() {
    let lifetimes = Lifetimes()
    let source = UntidySource<Observable<Int>>()
    let subscription = source.merge(maxConcurrent: 1).subscribe()
    source.send(.next(.never()))
    do {
      let token = lifetimes.make()
      source.send(.next(Observable<Int>.never().do(onNext: { _ in token.touch() })))
    }
    #expect(lifetimes.alive == 1)
    subscription.dispose()
    #expect(lifetimes.alive == 0)
    source.forgetObservers()
  }

  @Test("disposal frees running and waiting sequences")
  func disposes() throws {
    try play("^---!") { marbles in
      let inner = [try marbles.cold("-1---|"), try marbles.cold("-2|")]
      return try marbles.hot("-01----|").map { inner[$0] }.merge(maxConcurrent: 1)
    }.expect("--1", "-^--!", [], "^---!")
  }

  @Test(
    "an inner sequence that has waited is released without a lock: its deinit may use the operator",
    arguments: [false, true])
  func releasesUnlocked(emits: Bool) {
    let (lifetimes, first, source) = (Lifetimes(), PublishSubject<Int>(), PublishSubject<Observable<Int>>())
    let subscription = source.merge(maxConcurrent: 1).subscribe()
    source.onNext(first)
    do {
      let last = lifetimes.make { if emits { source.onNext(.empty()) } else { subscription.dispose() } }
      source.onNext(
        .create { _ in
          last.touch()
          return Disposables.create()
        })
    }
    first.onCompleted()
    #expect(lifetimes.alive == 0)
    subscription.dispose()
  }
}
