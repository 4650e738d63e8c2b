import Dispatch
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("interval", .dedicatedThreads)
struct IntervalTests {
  @Test("counts up from 0, once in each period")
  func counts() {
    let scheduler = ManualScheduler()
    let recording = Observable<Int>.interval(.seconds(3), scheduler: scheduler).record()
    #expect(recording.elements == [])
    for _ in 0..<3 {
      #expect(scheduler.dueTimes == [.seconds(3)])
      scheduler.runNext()
    }
    #expect(recording.elements == [0, 1, 2])
    #expect(recording.terminals == [])
  }

  @Test("continues with the smallest integer after the largest")
  func wraps() {
    let scheduler = ManualScheduler()
    let recording = Observable<Int8>.interval(.seconds(1), scheduler: scheduler).record()
    for _ in 0..<129 { scheduler.runNext() }
    #expect(recording.elements.suffix(2) == [127, -128])
  }

  @Test("disposal cancels the timer, even during an element", arguments: [2, Int.max])
  func cancels(limit: Int) {
    let scheduler = ManualScheduler()
    let recording = Observable<Int>.interval(.seconds(1), scheduler: scheduler).record(disposeAfter: limit)
    for _ in 0..<2 { scheduler.runNext() }
    recording.dispose()
    #expect(scheduler.pending == 0)
    #expect(recording.elements == [0, 1])
  }

  @Test("emits on a dispatch queue until disposed, and frees its observer")
  func emitsOnQueue() {
    /// Signals when it is deallocated. The queue releases the timer soon after disposal.
    final class SignalsOnDeinit: Sendable {
      let freed: DispatchSemaphore
      init(freed: DispatchSemaphore) { self.freed = freed }
      deinit { freed.signal() }
    }
    let freed = DispatchSemaphore(value: 0)
    let queue = DispatchQueue(label: "interval")
    let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "interval")
    queue.suspend()  // Until the subscription can be disposed.
    do {
      let captured = SignalsOnDeinit(freed: freed)
      let recording = Observable<Int>.interval(.milliseconds(1), scheduler: scheduler)
        .map { [captured] tick in withExtendedLifetime(captured) { tick } }
        .record(disposeAfter: 3)
      queue.resume()
      #expect(recording.waitForEnd())
      #expect(recording.elements == [0, 1, 2])
    }
    #expect(freed.wait(timeout: .now() + limit) == .success)
  }
}

@Suite("interval in virtual time")
struct IntervalTimeTests {
  @Test("counts up after each period until disposed")
  func counts() throws {
    try play("^--------!") { Observable<Int>.interval(.seconds(2), scheduler: $0.scheduler) }.expect("--0-1-2-3")
  }

  @Test("a period of zero uses one turn of the scheduler for each element")
  func countsFast() throws {
    try play("^----!") { Observable<Int>.interval(.seconds(0), scheduler: $0.scheduler) }.expect("-0123")
  }
}
