import Dispatch
import RxCore
import TestSupport
import Testing

@Suite("share", .dedicatedThreads)
struct ShareTests {
  private let probe = SourceProbe<Int>()

  @Test("subscribes to the source once for all, for as long as there is a subscriber", arguments: [0, 1, 2])
  func shares(replay: Int) {
    for scope in [SubjectLifetimeScope.whileConnected, .forever] {
      let probe = SourceProbe<Int>()
      let shared = probe.observable.share(replay: replay, scope: scope)
      #expect(probe.subscriptions == 0)
      let one = shared.record()
      let other = shared.record()
      #expect(probe.subscriptions == 1)
      probe.send(1, 2)
      #expect(one.elements == [1, 2])
      #expect(other.elements == [1, 2])
      one.dispose()
      #expect(probe.disposals == 0)
      other.dispose()
      #expect(probe.disposals == 1)
    }
  }

  @Test("replays the last elements to each new subscriber", arguments: [0, 1, 2])
  func replays(count: Int) {
    for scope in [SubjectLifetimeScope.whileConnected, .forever] {
      let probe = SourceProbe<Int>()
      let shared = probe.observable.share(replay: count, scope: scope)
      let first = shared.record()
      probe.send(1, 2, 3)
      let late = shared.record()
      #expect(late.elements == Array([1, 2, 3].suffix(count)))
      first.dispose()
      late.dispose()
    }
  }

  @Test("whileConnected: a subscriber that comes after the last has left starts anew", arguments: [0, 1])
  func startsAnew(replay: Int) {
    let shared = probe.observable.share(replay: replay)
    let first = shared.record()
    probe.send(1)
    first.dispose()
    let second = shared.record()
    #expect(probe.subscriptions == 2)
    probe.send(2)
    #expect(second.elements == [2])
  }

  @Test("whileConnected: a subscriber that comes after the end starts anew", arguments: [0, 1], [true, false])
  func startsAnewAfterEnd(replay: Int, withError: Bool) {
    let shared = probe.observable.share(replay: replay)
    let first = shared.record()
    probe.send(1)
    if withError { probe.fail(TestError.one) } else { probe.complete() }
    #expect(first.terminals == [withError ? "one" : "completed"])
    #expect(probe.disposals == 1)
    let second = shared.record()
    #expect(probe.subscriptions == 2)
    #expect(second.terminals == [])
    probe.send(2)
    #expect(second.elements == [2])
  }

  @Test(
    "forever: a subscriber that comes after the last has left receives the earlier elements, and the source is subscribed again"
  )
  func keeps() {
    let shared = probe.observable.share(replay: 1, scope: .forever)
    let first = shared.record()
    probe.send(1)
    first.dispose()
    let second = shared.record()
    #expect(second.elements == [1])
    #expect(probe.subscriptions == 2)
  }

  @Test(
    "forever: a subscriber that comes after the end receives the last elements and the end, and subscribes to nothing")
  func keepsEnd() {
    let shared = probe.observable.share(replay: 1, scope: .forever)
    _ = shared.record()
    probe.send(1)
    probe.complete()
    let late = shared.record()
    #expect(late.elements == [1])
    #expect(late.terminals == ["completed"])
    #expect(probe.subscriptions == 1)
  }

  @Test("a failed source is retried by all that share it through one new subscription")
  func retries() {
    let shared = probe.observable.share()
    let one = shared.retry(2).record()
    let other = shared.retry(2).record()
    probe.fail(TestError.one)
    #expect(probe.subscriptions == 2)
    probe.send(1)
    #expect(one.elements == [1])
    #expect(other.elements == [1])
  }

  @Test("a subscriber may dispose from inside an element, be it the first or the last")
  func disposesInside() {
    let shared = probe.observable.share(replay: 1)
    let one = shared.record(disposeAfter: 1)
    let other = shared.record(disposeAfter: 2)
    probe.send(1, 2, 3)
    #expect(one.elements == [1])
    #expect(other.elements == [1, 2])
    #expect(probe.disposals == 1)
  }

  @Test("a source that emits inside its subscription serves the first subscriber, and a later one starts anew")
  func sendsInside() {
    let shared = Observable.of(1, 2).share(replay: 1)
    #expect(shared.record().elements == [1, 2])
    #expect(shared.record().elements == [1, 2])
  }

  @Test("frees what it held after disposal and after the end")
  func frees() {
    #expect(freesObserver(of: probe.observable.share(replay: 1)) { $0.dispose() })
    let subject = PublishSubject<Int>()
    #expect(freesObserver(of: subject.share(replay: 1)) { _ in subject.onCompleted() })
  }

  @Test(
    "subscribing, disposing and emitting from inside callbacks, while other threads do the same, comes to an end",
    arguments: [0, 1], [SubjectLifetimeScope.whileConnected, .forever])
  func neverDeadlocks(replay: Int, scope: SubjectLifetimeScope) {
    let subject = BehaviorSubject(value: 0)
    let shared = subject.map { $0 + 1 }.share(replay: replay, scope: scope)
    onThreads(4) { thread in
      for round in 0..<200 {
        let inner = SerialDisposable()
        let outer = SerialDisposable()
        outer.disposable = shared.subscribe(onNext: { element in
          inner.disposable = shared.subscribe(onNext: { _ in inner.dispose() })
          if element % 5 == 0 { outer.dispose() }
          if element < 3 { subject.onNext(element) }
        })
        subject.onNext(thread * round)
        if round % 3 == 0 { shared.take(1).subscribe(onNext: { _ in subject.onNext(1) }).dispose() }
        outer.dispose()
        inner.dispose()
      }
    }
    #expect(!subject.hasObservers)
  }

  @Test("two threads that wait for each other inside callbacks both get on")
  func crossesThreads() {
    // One thread is inside an element while another subscribes, disposes and connects, and the first waits for it.
    let shared = probe.observable.share(replay: 1)
    let done = DispatchSemaphore(value: 0)
    let log = Log<Bool>()
    let subscription = shared.subscribe(onNext: { _ in
      startThread {
        shared.record().dispose()
        done.signal()
      }
      log.add(done.wait(timeout: .now() + limit) == .success)
    })
    probe.send(1)
    #expect(log.entries == [true])
    subscription.dispose()
  }
}
