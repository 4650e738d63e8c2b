import RxCore
import RxTesting
import Synchronization
import TestSupport
import Testing

@Suite("refCount", .dedicatedThreads)
struct RefCountTests {
  private let probe = SourceProbe<Int>()

  @Test("connects with the first subscriber and disconnects after the last one")
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

  @Test("connects again after a terminal event")
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

  @Test("does not connect if the subject has already terminated the subscriber")
  func needsNoSource() {
    let ended = ReplaySubject<Int>.create(bufferSize: 1)
    ended.onNext(0)
    ended.onCompleted()
    let recording = probe.observable.multicast(ended).refCount().record()
    #expect(recording.elements == [0])
    #expect(recording.terminals == ["completed"])
    #expect(probe.subscriptions == 0)
  }

  @Test("a subscriber that subscribes while the last one disposes is connected")
  func survivesRace() {
    let subject = PublishSubject<Int>()
    let shared = subject.publish().refCount()
    let last = SerialDisposable()
    let rounds = 500
    let meeting = Barrier(of: 2)
    let received = Recording<Int>()
    onThreads(2) { index in
      for round in 0..<rounds {
        if index == 0 {
          let former = last.disposable
          meeting.wait()
          former.dispose()
          meeting.wait()
        } else {
          meeting.wait()
          let next = shared.subscribe(onNext: { received.add($0) })
          meeting.wait()
          // By now the other thread has disposed. The new subscriber must receive the element all the same.
          subject.onNext(round)
          last.disposable = next
        }
        meeting.wait()
      }
    }
    #expect(received.elements == Array(0..<rounds))
    #expect(subject.hasObservers)
    last.dispose()
    #expect(!subject.hasObservers)
  }

  /// A custom connectable whose source the test controls.
  private final class CustomConnectable: ConnectableObservableType, Sendable {
    typealias Element = Int

    private let subject = Guarded(PublishSubject<Int>())
    let connections = Recording<String>()

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

  @Test("counts the subscribers of a custom connectable")
  func countsCustom() {
    func share<Connectable: ConnectableObservableType>(_ connectable: Connectable) -> Observable<Connectable.Element> {
      connectable.refCount()
    }
    let connectable = CustomConnectable()
    let shared = share(connectable)
    let (one, other) = (shared.record(), shared.record())
    connectable.emit(.next(1))
    one.dispose()
    #expect(connectable.connections.elements == ["connect"])
    connectable.emit(.next(2))
    other.dispose()
    #expect(connectable.connections.elements == ["connect", "disconnect"])
    #expect(one.elements == [1])
    #expect(other.elements == [1, 2])
    shared.record().dispose()
    #expect(connectable.connections.elements == ["connect", "disconnect", "connect", "disconnect"])
  }

  @Test("connects again after a custom connectable has ended", arguments: [false, true])
  func reconnectsCustom(fails: Bool) {
    let connectable = CustomConnectable()
    let shared = connectable.refCount()
    let ended = [shared.record(), shared.record()]
    connectable.emit(fails ? .error(TestError.one) : .completed)
    for recording in ended { #expect(recording.terminals == [fails ? "one" : "completed"]) }
    #expect(connectable.connections.elements == ["connect", "disconnect"])
    let next = shared.record()
    connectable.emit(.next(1))
    #expect(next.elements == [1])
    #expect(connectable.connections.elements == ["connect", "disconnect", "connect"])
    next.dispose()
  }

  @Test("counts the subscribers of a connectable that is known only by its protocol")
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
    let connectable = CustomConnectable()
    #expect(freesObserver(of: connectable.refCount()) { $0.dispose() })
    #expect(freesObserver(of: connectable.refCount()) { _ in connectable.emit(.completed) })
    #expect(freesObserver(of: PublishSubject<Int>().publish().refCount()) { $0.dispose() })
  }
}

@Suite("refCount in virtual time")
struct RefCountTimeTests {
  @Test("connects with the first subscriber and disconnects after the last one")
  func counts() throws {
    try play { marbles in
      let counted = try marbles.hot("-1-2-3-4-|").publish().refCount()
      return Observable<Int>.merge(counted.take(1), counted.take(3).filter { $0 > 1 })
    }.expect("-1-2-(3|)", "^----!")
    try play("^-!") { try $0.hot("-1-2|").publish().refCount() }.expect("-1", "^-!")
    try play { try $0.hot("-1-#").publish().refCount() }.expect("-1-#", "^--!")
  }
}
