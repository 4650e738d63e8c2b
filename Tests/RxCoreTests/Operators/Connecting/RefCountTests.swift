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

  @Test("does not connect if the subject ends the subscriber inside its subscription")
  func needsNoSource() {
    let ended = ReplaySubject<Int>.create(bufferSize: 1)
    ended.onNext(0)
    ended.onCompleted()
    let recording = probe.observable.multicast(ended).refCount().record()
    #expect(recording.elements == [0])
    #expect(recording.terminals == ["completed"])
    #expect(probe.subscriptions == 0)
  }

  @Test("a subscriber that comes while the last one leaves is connected")
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
          // The other thread has left: nothing else connects or emits.
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

  /// A connectable of a program's own, whose source is emitted into by hand.
  private final class OwnConnectable: ConnectableObservableType, Sendable {
    typealias Element = Int

    private let subject = Guarded(PublishSubject<Int>())
    let connections = Log<String>()

    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Int {
      subject.withLock { $0 }.subscribe(observer)
    }

    func connect() -> any Disposable {
      connections.add("connect")
      return Disposables.create(with: { self.connections.add("disconnect") })
    }

    func emit(_ event: Event<Int>) {
      let current = subject.withLock { current in
        let former = current
        if event.isStopEvent { current = PublishSubject() }
        return former
      }
      current.on(event)
    }
  }

  @Test("counts the subscribers of a connectable of the program's own")
  func countsOwn() {
    func share<Connectable: ConnectableObservableType>(_ connectable: Connectable) -> Observable<Connectable.Element> {
      connectable.refCount()
    }
    let connectable = OwnConnectable()
    let shared = share(connectable)
    let (one, other) = (shared.record(), shared.record())
    connectable.emit(.next(1))
    one.dispose()
    #expect(connectable.connections.entries == ["connect"])
    connectable.emit(.next(2))
    other.dispose()
    #expect(connectable.connections.entries == ["connect", "disconnect"])
    #expect(one.elements == [1])
    #expect(other.elements == [1, 2])
    shared.record().dispose()
    #expect(connectable.connections.entries == ["connect", "disconnect", "connect", "disconnect"])
  }

  @Test("connects anew after the end of a connectable of the program's own", arguments: [false, true])
  func reconnectsOwn(fails: Bool) {
    let connectable = OwnConnectable()
    let shared = connectable.refCount()
    let ended = [shared.record(), shared.record()]
    connectable.emit(fails ? .error(TestError.one) : .completed)
    for recording in ended { #expect(recording.terminals == [fails ? "one" : "completed"]) }
    #expect(connectable.connections.entries == ["connect", "disconnect"])
    let next = shared.record()
    connectable.emit(.next(1))
    #expect(next.elements == [1])
    #expect(connectable.connections.entries == ["connect", "disconnect", "connect"])
    next.dispose()
  }

  @Test("a connectable is counted by the same means when only its protocol is known")
  func countsByProtocol() {
    let connectable: any ConnectableObservableType<Int> = probe.observable.publish()
    let recording = connectable.refCount().record()
    probe.send(1)
    recording.dispose()
    #expect(recording.elements == [1])
    #expect([probe.subscriptions, probe.disposals] == [1, 1])
  }

  @Test("frees its observer and the connectable when it is disposed")
  func frees() {
    let connectable = OwnConnectable()
    #expect(freesObserver(of: connectable.refCount()) { $0.dispose() })
    #expect(freesObserver(of: connectable.refCount()) { _ in connectable.emit(.completed) })
    #expect(freesObserver(of: PublishSubject<Int>().publish().refCount()) { $0.dispose() })
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
