import RxCore
import RxTesting
import Synchronization
import TestSupport
import Testing

@Suite("refCount", .dedicatedThreads)
struct RefCountTests {
  private let probe = SourceProbe<Int>()

  @Test("connects with the first subscriber and ends the connection with the last")
  func counts() {
    let shared = probe.observable.publish().refCount()
    let one = shared.record()
    let other = shared.record()
    #expect(probe.subscriptions == 1)
    probe.send(1)
    one.dispose()
    one.dispose()
    #expect(probe.disposals == 0)
    probe.send(2)
    other.dispose()
    #expect(probe.disposals == 1)
    #expect(one.elements == [1])
    #expect(other.elements == [1, 2])
    let late = shared.record()
    #expect(probe.subscriptions == 2)
    probe.send(3)
    #expect(late.elements == [3])
  }

  @Test("connects anew after the end")
  func reconnects() {
    let shared = probe.observable.publish().refCount()
    let first = shared.record()
    probe.complete()
    #expect(first.terminals == ["completed"])
    #expect(probe.disposals == 1)
    let second = shared.record()
    #expect(probe.subscriptions == 2)
    probe.send(1)
    #expect(second.elements == [1])
  }

  @Test("a subscriber that is told all there is inside its subscription needs no source")
  func needsNoSource() {
    let ended = ReplaySubject<Int>.create(bufferSize: 1)
    ended.onNext(0)
    ended.onCompleted()
    let recording = probe.observable.multicast(ended).refCount().record()
    #expect(recording.elements == [0])
    #expect(recording.terminals == ["completed"])
    #expect(probe.subscriptions == 0)
  }

  @Test("who subscribes while the last one leaves is connected")
  func survivesRace() {
    let subject = PublishSubject<Int>()
    let shared = subject.publish().refCount()
    let last = SerialDisposable()
    let rounds = 500
    let meeting = Barrier(of: 2)
    let heard = Log<Int>()
    onThreads(2) { index in
      for round in 0..<rounds {
        if index == 0 {
          let leaving = last.disposable
          meeting.wait()
          leaving.dispose()
          meeting.wait()
        } else {
          meeting.wait()
          let coming = shared.subscribe(onNext: { heard.add($0) })
          meeting.wait()
          // The other is gone: nobody else connects or sends.
          subject.onNext(round)
          last.disposable = coming
        }
        meeting.wait()
      }
    }
    #expect(heard.entries == Array(0..<rounds))
    #expect(subject.hasObservers)
    last.dispose()
    #expect(!subject.hasObservers)
  }
}

@Suite("refCount in virtual time")
struct RefCountTimeTests {
  @Test("connects with the first subscriber and disconnects with the last")
  func counts() throws {
    try play { stage in
      let counted = try stage.hot("-1-2-3-4-|").publish().refCount()
      return Observable<Int>.merge(counted.take(1), counted.take(3).filter { $0 > 1 })
    }.expect("-1-2-(3|)", "^----!")
    try play("^-!") { try $0.hot("-1-2|").publish().refCount() }.expect("-1", "^-!")
    try play { try $0.hot("-1-#").publish().refCount() }.expect("-1-#", "^--!")
  }
}
