import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("range", .dedicatedThreads)
struct RangeTests {
  @Test("emits the given number of integers from the start, and completes")
  func emits() {
    let recording = Observable.range(start: -1, count: 3).record()
    #expect(recording.elements == [-1, 0, 1])
    #expect(recording.terminals == ["completed"])
  }

  @Test("a count of 0 completes")
  func emitsNothing() {
    let recording = Observable<UInt8>.range(start: 255, count: 0).record()
    #expect(recording.elements == [])
    #expect(recording.terminals == ["completed"])
  }

  @Test("reaches the largest integer of its type")
  func reachesMaximum() {
    let recording = Observable<UInt8>.range(start: 254, count: 2).record()
    #expect(recording.elements == [254, 255])
    #expect(recording.terminals == ["completed"])
    #expect(Observable<Int8>.range(start: 0, count: 127).record().elements.last == 126)
  }

  @Test("a negative count stops the program")
  func refusesNegativeCount() async {
    await #expect(processExitsWith: .failure) { _ = Observable.range(start: 0, count: -1) }
  }

  @Test("a count past the largest integer stops the program")
  func refusesOverflow() async {
    await #expect(processExitsWith: .failure) { _ = Observable<UInt8>.range(start: 255, count: 2) }
  }

  @Test("alternates with another source")
  func alternates() {
    let recording = Observable<Int>.merge(.range(start: 0, count: 3), .range(start: 10, count: 2)).record()
    #expect(recording.elements == [0, 10, 1, 11, 2])
  }

  @Test("a million integers do not overflow the stack")
  func doesNotOverflowStack() {
    let count = Guarded(0)
    withStack {
      _ = Observable.range(start: 0, count: 1_000_000).subscribe(onNext: { _ in count.withLock { $0 += 1 } })
    }
    #expect(count.withLock { $0 } == 1_000_000)
  }

  @Test("stops immediately when disposed")
  func stopsWhenDisposed() {
    let recording = Observable.range(start: 0, count: Int.max).record(disposeAfter: 3)
    #expect(recording.elements == [0, 1, 2])
    #expect(recording.terminals == [])
  }

  @Test("on another scheduler, each integer uses a turn, and disposal cancels the remaining turns")
  func usesRoundsOfScheduler() {
    let scheduler = ManualScheduler()
    let recording = Observable.range(start: 0, count: 10, scheduler: scheduler).record()
    scheduler.runNext()
    scheduler.runNext()
    #expect(recording.elements == [0, 1])
    recording.dispose()
    #expect(scheduler.pending == 0)
  }
}

@Suite("range in virtual time")
struct RangeTimeTests {
  @Test("emits all at subscription, or one in each turn of a scheduler, until disposed")
  func emits() throws {
    try play { _ in Observable.range(start: 4, count: 3) }.expect("(456|)")
    try play { .range(start: 4, count: 3, scheduler: $0.scheduler) }.expect("-456|")
    try play { .range(start: 4, count: 0, scheduler: $0.scheduler) }.expect("-|")
    try play("^--!") { .range(start: 4, count: 3, scheduler: $0.scheduler) }.expect("-45")
  }
}
