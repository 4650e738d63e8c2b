import Dispatch
import RxCore
import RxTesting
import Synchronization
import TestSupport
import Testing

@Suite("take", .dedicatedThreads)
struct TakeTests {
  @Test("completes with the last of the given number of elements, and frees the source immediately")
  func completes() {
    let probe = SourceProbe<Int>()
    let recording = probe.observable.take(2).record()
    probe.send(1)
    #expect(probe.disposals == 0)
    probe.send(2)
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == ["completed"])
    #expect(probe.disposals == 1)
    probe.send(3)
    #expect(recording.elements == [1, 2])
  }

  @Test("take(0) completes without subscribing")
  func takesNone() {
    let probe = SourceProbe<Int>()
    let recording = probe.observable.take(0).record()
    #expect(recording.terminals == ["completed"])
    #expect(probe.subscriptions == 0)
  }

  @Test("a negative count stops the program")
  func refusesNegativeCount() async {
    await #expect(processExitsWith: .failure) { _ = Observable.of(1).take(-1) }
  }

  @Test("completes with the source if that has fewer elements")
  func takesAll() {
    let recording = Observable.of(1, 2).take(3).record()
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == ["completed"])
  }

  @Test("ends an endless source")
  func endsEndless() {
    let recording = Observable.from(sequence(first: 0) { $0 + 1 }).take(3).record()
    #expect(recording.elements == [0, 1, 2])
    #expect(recording.terminals == ["completed"])
  }

  @Test("an element emitted during the last one is not forwarded")
  func survivesReentrancy() {
    let probe = SourceProbe<Int>()
    let elements = Recording<Int>()
    _ = probe.observable.take(2).subscribe(onNext: { element in
      elements.add(element)
      if element < 5 { probe.send(element + 1) }
    })
    probe.send(1)
    #expect(elements.elements == [1, 2])
  }

  @Test("for a time: completes after the time, and frees the source")
  func takesForTime() {
    let scheduler = ManualScheduler()
    let probe = SourceProbe<Int>()
    let recording = probe.observable.take(for: .seconds(2), scheduler: scheduler).record()
    #expect(scheduler.dueTimes == [.seconds(2)])
    probe.send(1, 2)
    scheduler.runNext()
    probe.send(3)
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == ["completed"])
    #expect(probe.disposals == 1)
  }

  @Test("for a time: a terminal event of the source or disposal cancels the timer")
  func cancelsTimer() {
    let ends: [@Sendable (SourceProbe<Int>, Recording<Int>) -> Void] = [
      { probe, _ in probe.complete() }, { probe, _ in probe.fail(TestError.one) },
      { _, recording in recording.dispose() },
    ]
    for (end, terminals) in zip(ends, [["completed"], ["one"], []]) {
      let scheduler = ManualScheduler()
      let probe = SourceProbe<Int>()
      let recording = probe.observable.take(for: .seconds(2), scheduler: scheduler).record()
      end(probe, recording)
      #expect(scheduler.pending == 0)
      #expect(probe.disposals == 1)
      #expect(recording.terminals == terminals)
    }
  }

  @Test("for a time: completion waits for an element that another thread delivers")
  func isSerial() {
    let scheduler = ManualScheduler()
    let probe = SourceProbe<Int>()
    let isInside = Atomic<Bool>(false)
    let wasInside = Atomic<Bool>(false)
    let entered = DispatchSemaphore(value: 0)
    let release = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    _ = probe.observable.take(for: .seconds(2), scheduler: scheduler).subscribe(
      onNext: { _ in
        isInside.store(true, ordering: .relaxed)
        entered.signal()
        _ = release.wait(timeout: .now() + limit)
        isInside.store(false, ordering: .relaxed)
      },
      onCompleted: {
        wasInside.store(isInside.load(ordering: .relaxed), ordering: .relaxed)
        done.signal()
      })
    startThread { probe.send(1) }
    #expect(entered.wait(timeout: .now() + limit) == .success)
    scheduler.runNext()
    #expect(done.wait(timeout: .now()) == .timedOut)
    release.signal()
    #expect(done.wait(timeout: .now() + limit) == .success)
    let hasOverlapped = wasInside.load(ordering: .relaxed)
    #expect(!hasOverlapped)
  }
}

@Suite("take in virtual time")
struct TakeTimeTests {
  @Test("completes with the last element and frees the source")
  func emits() throws {
    try play { try $0.hot("-1-2-3|").take(2) }.expect("-1-(2|)", "^--!")
    try play { try $0.hot("-1-2-3|").take(3) }.expect("-1-2-(3|)", "^----!")
    try play { try $0.hot("-1-2-3|").take(9) }.expect("-1-2-3|", "^-----!")
    try play { try $0.hot("-1-2-3|").take(0) }.expect("|", [])
  }

  @Test("fails with the source unless it has completed")
  func fails() throws {
    try play { try $0.hot("-1-#").take(2) }.expect("-1-#", "^--!")
    try play { try $0.hot("-1-#").take(1) }.expect("-(1|)", "^!")
  }

  @Test("for a time: completes after the time and frees the source")
  func emitsForATime() throws {
    try play { try $0.hot("-1-2-3-4|").take(for: .seconds(4), scheduler: $0.scheduler) }.expect("-1-2|", "^---!")
    try play { try $0.hot("-1-2|").take(for: .seconds(9), scheduler: $0.scheduler) }.expect("-1-2|", "^---!")
    try play { try $0.hot("-1-#").take(for: .seconds(9), scheduler: $0.scheduler) }.expect("-1-#", "^--!")
    try play { try $0.hot("-1-#").take(for: .seconds(2), scheduler: $0.scheduler) }.expect("-1|", "^-!")
  }
}
