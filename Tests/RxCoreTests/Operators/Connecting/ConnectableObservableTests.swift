import RxCore
import TestSupport
import Testing

@Suite("ConnectableObservable")
struct ConnectableObservableTests {
  private let probe = SourceProbe<Int>()

  @Test("a second connect returns the current connection")
  func connectsOnce() {
    let shared = probe.observable.publish()
    let first = shared.connect()
    shared.connect().dispose()
    #expect(probe.subscriptions == 1)
    #expect(probe.disposals == 1)
    first.dispose()
    #expect(probe.disposals == 1)
    let second = shared.connect()
    #expect(probe.subscriptions == 2)
    first.dispose()
    #expect(probe.disposals == 1)
    second.dispose()
    #expect(probe.disposals == 2)
  }

  @Test(
    "a terminal event reaches all subscribers, and later ones wait for the next connection", arguments: [true, false])
  func ends(withError: Bool) {
    let shared = probe.observable.publish()
    let recording = shared.record()
    _ = shared.connect()
    if withError { probe.fail(TestError.one) } else { probe.complete() }
    #expect(recording.terminals == [withError ? "one" : "completed"])
    #expect(probe.disposals == 1)
    let late = shared.record()
    #expect(late.terminals == [])
    let connection = shared.connect()
    probe.send(1)
    #expect(late.elements == [1])
    connection.dispose()
  }

  @Test("a connection made during the terminal event starts even if nothing else retains the connectable")
  func reconnectsUnretained() {
    let received = Recording<Int>()
    func connect() {
      let shared = probe.observable.publish()
      _ = shared.subscribe(onError: { _ in
        _ = shared.subscribe(onNext: { received.add($0) })
        _ = shared.connect()
      })
      _ = shared.connect()
    }
    connect()
    probe.fail(TestError.one)
    #expect(probe.subscriptions == 2)
    probe.send(1)
    #expect(received.elements == [1])
    probe.complete()
    #expect(probe.disposals == 2)
  }

  @Test("a subscription made during the terminal event joins the next connection")
  func resubscribesInside() {
    let shared = probe.observable.publish()
    let log = Recording<Int>()
    _ = shared.subscribe(onCompleted: {
      _ = shared.subscribe(onNext: { log.add($0) })
      _ = shared.connect()
    })
    _ = shared.connect()
    probe.complete()
    #expect(probe.subscriptions == 2)
    probe.send(1)
    #expect(log.elements == [1])
  }

  @Test("disposing one subscription does not affect the others")
  func disposesOne() {
    let shared = probe.observable.publish()
    let one = shared.record(disposeAfter: 1)
    let other = shared.record()
    let connection = shared.connect()
    probe.send(1, 2)
    #expect(one.elements == [1])
    #expect(other.elements == [1, 2])
    #expect(probe.disposals == 0)
    connection.dispose()
  }

  @Test("a connection that has ended retains neither the elements nor the source", arguments: [true, false])
  func frees(withDisposal: Bool) {
    let lifetimes = Lifetimes()
    let subject = PublishSubject<Int>()
    let connection: any Disposable
    do {
      let tracked = lifetimes.make()
      let shared = subject.map { _ in (tracked, lifetimes.make()) }.replayAll()
      connection = shared.connect()
      subject.onNext(1)
      #expect(lifetimes.alive == 2)
      if withDisposal { connection.dispose() } else { subject.onCompleted() }
    }
    #expect(lifetimes.alive == 0)
    withExtendedLifetime(connection) {}
  }

  @Test("releases its subscribers when it is deallocated, connected or not")
  func frees() {
    let lifetimes = Lifetimes()
    do {
      let shared = PublishSubject<Int>().publish()
      let tracked = lifetimes.make()
      _ = shared.subscribe(onNext: { _ in tracked.touch() })
      #expect(lifetimes.alive == 1)
    }
    #expect(lifetimes.alive == 0)
    do {
      let shared = PublishSubject<Int>().publish()
      let tracked = lifetimes.make()
      _ = shared.subscribe(onNext: { _ in tracked.touch() })
      shared.connect().dispose()
    }
    #expect(lifetimes.alive == 0)
  }

  /// A subject of a program's own.
  private struct ForwardingSubject: SubjectType {
    typealias Element = Int

    let subject = PublishSubject<Int>()

    func on(_ event: Event<Int>) { subject.on(event) }
    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Int {
      subject.subscribe(observer)
    }
    func asObserver() -> PublishSubject<Int> { subject }
  }

  @Test("through a program's own subject, a kept subscription retains no observer after the end")
  func ownSubject() {
    let lifetimes = Lifetimes()
    let shared = probe.observable.multicast(ForwardingSubject())
    let subscription = {
      let tracked = lifetimes.make()
      return shared.subscribe(onNext: { _ in tracked.touch() })
    }()
    let connection = shared.connect()
    probe.complete()
    #expect(lifetimes.alive == 0)
    withExtendedLifetime((subscription, connection)) {}
  }
}
