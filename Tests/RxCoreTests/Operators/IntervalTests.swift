import Dispatch
import RxCore
import Testing

@Suite("interval")
struct IntervalTests {
  @Test("counts up from 0, one a period, the first after a period")
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

  @Test("goes on with the smallest integer after the largest")
  func wraps() {
    let scheduler = ManualScheduler()
    let recording = Observable<Int8>.interval(.seconds(1), scheduler: scheduler).record()
    for _ in 0..<129 { scheduler.runNext() }
    #expect(recording.elements.suffix(2) == [127, -128])
  }

  @Test("disposal cancels the timer, from outside and from inside a tick", arguments: [2, Int.max])
  func cancels(limit: Int) {
    let scheduler = ManualScheduler()
    let recording = Observable<Int>.interval(.seconds(1), scheduler: scheduler).record(disposeAfter: limit)
    for _ in 0..<2 { scheduler.runNext() }
    recording.dispose()
    #expect(scheduler.pending == 0)
    #expect(recording.elements == [0, 1])
  }

  @Test("ticks on a dispatch queue until disposed, and frees its observer")
  func ticksOnQueue() {
    let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "interval")
    weak var observer: Recording<Int>?
    do {
      let recording = Observable<Int>.interval(.milliseconds(1), scheduler: scheduler).record(disposeAfter: 3)
      observer = recording
      #expect(recording.waitForEnd())
      #expect(recording.elements == [0, 1, 2])
    }
    // The queue is serial: once this has run, so has the tick that disposed, and the timer is cancelled.
    for _ in 0..<2 { #expect(Observable.just((), scheduler: scheduler).record().waitForEnd()) }
    #expect(observer == nil)
  }
}
