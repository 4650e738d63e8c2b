import Dispatch
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("skip")
struct SkipTests {
  @Test(
    "emits all elements after the given number", arguments: [(-1, [1, 2, 3]), (0, [1, 2, 3]), (2, [3]), (4, [])])
  func skips(count: Int, elements: [Int]) {
    let recording = Observable.of(1, 2, 3).skip(count).record()
    #expect(recording.elements == elements)
    #expect(recording.terminals == ["completed"])
  }

  @Test("each subscription skips its own elements")
  func skipsForEachSubscription() {
    let source = Observable.of(1, 2).skip(1)
    #expect(source.record().elements == [2])
    #expect(source.record().elements == [2])
  }

  @Test("forwards an error from the source, even while it skips")
  func forwardsError() {
    let probe = SourceProbe<Int>()
    let recording = probe.observable.skip(2).record()
    probe.fail(TestError.one)
    #expect(recording.terminals == ["one"])
    #expect(probe.disposals == 1)
  }

  @Test("for a time: emits the elements that arrive after the time")
  func skipsForTime() {
    let scheduler = ManualScheduler()
    let probe = SourceProbe<Int>()
    let recording = probe.observable.skip(.seconds(2), scheduler: scheduler).record()
    #expect(scheduler.dueTimes == [.seconds(2)])
    probe.send(1, 2)
    scheduler.runNext()
    probe.send(3)
    probe.complete()
    #expect(recording.elements == [3])
    #expect(recording.terminals == ["completed"])
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
      let recording = probe.observable.skip(.seconds(2), scheduler: scheduler).record()
      end(probe, recording)
      #expect(scheduler.pending == 0)
      #expect(probe.disposals == 1)
      #expect(recording.terminals == terminals)
    }
  }
}

@Suite("skip in virtual time")
struct SkipTimeTests {
  @Test("emits the elements after the given number, and completes with the source")
  func emits() throws {
    try play { try $0.hot("-1-2-3|").skip(0) }.expect("-1-2-3|", "^-----!")
    try play { try $0.hot("-1-2-3|").skip(2) }.expect("-----3|", "^-----!")
    try play { try $0.hot("-1-2-3|").skip(4) }.expect("------|", "^-----!")
  }

  @Test("fails with the source at any time")
  func fails() throws {
    try play { try $0.hot("-1-2#").skip(1) }.expect("---2#", "^---!")
    try play { try $0.hot("-1-#").skip(2) }.expect("---#", "^--!")
    try play { try $0.hot("-1-#").skip(.seconds(9), scheduler: $0.scheduler) }.expect("---#", "^--!")
  }

  @Test("for a time: emits the elements that arrive after the time, and completes with the source")
  func emitsAfterATime() throws {
    try play { try $0.hot("-12-3-|").skip(.seconds(3), scheduler: $0.scheduler) }.expect("----3-|", "^-----!")
    try play { try $0.hot("-12|").skip(.seconds(9), scheduler: $0.scheduler) }.expect("---|", "^--!")
  }
}
