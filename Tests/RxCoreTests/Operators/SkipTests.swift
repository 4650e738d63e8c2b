import Dispatch
import RxCore
import Testing

@Suite("skip")
struct SkipTests {
  @Test("sends all but so many elements", arguments: [(-1, [1, 2, 3]), (0, [1, 2, 3]), (2, [3]), (4, [])])
  func skips(count: Int, elements: [Int]) {
    let recording = Observable.of(1, 2, 3).skip(count).record()
    #expect(recording.elements == elements)
    #expect(recording.terminals == ["completed"])
  }

  @Test("each subscription skips anew")
  func skipsAnew() {
    let source = Observable.of(1, 2).skip(1)
    #expect(source.record().elements == [2])
    #expect(source.record().elements == [2])
  }

  @Test("passes on the error of the source, even while it skips")
  func passesOn() {
    let probe = SourceProbe<Int>()
    let recording = probe.observable.skip(2).record()
    probe.fail(Oops.one)
    #expect(recording.terminals == ["one"])
    #expect(probe.disposals == 1)
  }

  @Test("sends nothing after disposal in mid-stream")
  func disposes() {
    let probe = SourceProbe<Int>()
    let recording = probe.observable.skip(1).record(disposeAfter: 1)
    probe.send(1, 2, 3)
    #expect(recording.elements == [2])
    #expect(probe.disposals == 1)
  }

  @Test("for a time: sends what comes once it has passed")
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

  @Test("for a time: a terminal event of the source, and disposal, cancel the timer")
  func cancelsTimer() {
    let ends: [@Sendable (SourceProbe<Int>, Recording<Int>) -> Void] = [
      { probe, _ in probe.complete() }, { probe, _ in probe.fail(Oops.one) }, { _, recording in recording.dispose() },
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
