import Dispatch
import RxCore
import Synchronization
import TestSupport
import Testing

@Suite("share", .dedicatedThreads)
struct ShareTests {
  private let probe = SourceProbe<Int>()

  @Test("subscribes to the source once for all subscribers, until the last one disposes", arguments: [0, 1, 2])
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

  @Test("the source has one subscription at a time when threads subscribe and dispose", arguments: 0..<4)
  func isSubscribedOnce(form: Int) {
    let running = Atomic<Int>(0)
    let overlaps = Atomic<Int>(0)
    let source = Observable<Int>.create { observer in
      if running.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue > 1 {
        overlaps.wrappingAdd(1, ordering: .relaxed)
      }
      observer.onNext(1)
      return Disposables.create { running.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
    }
    let shared = [
      source.publish().refCount(), source.replay(1).refCount(), source.share(replay: 1, scope: .forever),
      source.share(replay: 1),
    ][form]
    onThreads(4) { _ in
      for _ in 0..<2_000 { shared.subscribe().dispose() }
    }
    #expect(running.load(ordering: .sequentiallyConsistent) == 0)
    #expect(overlaps.load(ordering: .relaxed) == 0)
    // A later subscriber is also connected.
    let received = Recording<Int>()
    shared.subscribe(onNext: { received.add($0) }).dispose()
    #expect(received.elements.last == 1)
  }

  @Test("a subscriber that arrives while the source is being disposed is connected afterwards")
  func waitsForDisposal() {
    let log = Recording<String>()
    let next = Guarded<(any Disposable)?>(nil)
    let shared = Guarded<Observable<Int>?>(nil)
    let source = Observable<Int>.create { _ in
      let number = log.add("subscribe")
      return Disposables.create {
        if number == 1 { next.withLock { $0 = shared.withLock { $0 }?.subscribe() } }
        log.add("disposed")
      }
    }.share()
    shared.withLock { $0 = source }
    source.subscribe().dispose()
    #expect(log.elements == ["subscribe", "disposed", "subscribe"])
    next.withLock { $0 }?.dispose()
    #expect(log.elements == ["subscribe", "disposed", "subscribe", "disposed"])
    shared.withLock { $0 = nil }
  }

  @Test("a subscriber that arrives while a long chain is being disposed never makes a second subscription")
  func disposesLongChain() {
    for stages in 0...130 {
      let source = SourceProbe<Int>()
      let shared = source.observable.share()
      var chain = shared
      for _ in 0..<stages { chain = chain.map { $0 } }
      let late = SingleAssignmentDisposable()
      let other = Observable<Int>.create { _ in
        Disposables.create {
          late.setDisposable(shared.subscribe())
          #expect(source.subscriptions - source.disposals == 1, "\(stages) stages")
        }
      }
      Observable.merge(chain, other).map { $0 }.subscribe().dispose()
      late.dispose()
      #expect(source.disposals == source.subscriptions)
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

  @Test("whileConnected: a subscriber after the last one has disposed starts a new subscription", arguments: [0, 1])
  func startsNewSubscription(replay: Int) {
    let shared = probe.observable.share(replay: replay)
    let first = shared.record()
    probe.send(1)
    first.dispose()
    let second = shared.record()
    #expect(probe.subscriptions == 2)
    probe.send(2)
    #expect(second.elements == [2])
  }

  @Test("whileConnected: a subscriber after the end starts a new subscription", arguments: [0, 1], [true, false])
  func startsNewSubscriptionAfterEnd(replay: Int, withError: Bool) {
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
    "forever: a subscriber after the last one has disposed receives the earlier elements and subscribes again"
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
    "forever: a subscriber after the end receives the last elements and the end, without a new subscription")
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

  @Test("all subscribers retry a failed source through one new subscription")
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

  @Test(
    "a subscriber that arrives during a terminal event is connected when the source has been disposed",
    arguments: 0..<4)
  func waitsForTheEnd(form: Int) {
    for fails in [true, false] {
      let log = Recording<String>()
      let observers = Recording<AnyObserver<Int>>()
      let source = Observable<Int>.create { observer in
        log.add("subscribed")
        observers.add(observer)
        return Disposables.create { log.add("disposed") }
      }
      let shared = [
        source.publish().refCount(), source.replay(1).refCount(), source.share(), source.share(replay: 1),
      ][form]
      let next = Recording<Recording<Int>>()
      for _ in 0..<2 {
        _ = shared.subscribe(
          onError: { _ in next.add(shared.record()) }, onCompleted: { next.add(shared.record()) })
      }
      if fails { observers.elements[0].onError(TestError.one) } else { observers.elements[0].onCompleted() }
      #expect(log.elements == ["subscribed", "disposed", "subscribed"])
      observers.elements.last?.onNext(1)
      #expect(next.elements.map(\.elements) == [[1], [1]])
      for recording in next.elements { recording.dispose() }
      #expect(log.elements == ["subscribed", "disposed", "subscribed", "disposed"])
    }
  }

  @Test("any subscriber, even the last one, can dispose during an element")
  func disposesInside() {
    let shared = probe.observable.share(replay: 1)
    let one = shared.record(disposeAfter: 1)
    let other = shared.record(disposeAfter: 2)
    probe.send(1, 2, 3)
    #expect(one.elements == [1])
    #expect(other.elements == [1, 2])
    #expect(probe.disposals == 1)
  }

  @Test("a source that ends inside subscribe reaches the first subscriber, and a later one starts a new subscription")
  func emitsInside() {
    let shared = Observable.of(1, 2).share(replay: 1)
    #expect(shared.record().elements == [1, 2])
    #expect(shared.record().elements == [1, 2])
  }

  @Test(
    "subscribing, disposing and emitting inside callbacks on several threads does not deadlock",
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

  @Test("a callback can wait for another thread that uses the shared sequence")
  func crossesThreads() {
    // The thread that delivers an element waits for a thread that subscribes and disposes.
    let shared = probe.observable.share(replay: 1)
    let done = DispatchSemaphore(value: 0)
    let log = Recording<Bool>()
    let subscription = shared.subscribe(onNext: { _ in
      startThread {
        shared.record().dispose()
        done.signal()
      }
      log.add(done.wait(timeout: .now() + limit) == .success)
    })
    probe.send(1)
    #expect(log.elements == [true])
    subscription.dispose()
  }

  @Test("a connection that has waited for the former one stops when its last subscriber disposes inside subscribe")
  func stopsAfterFormer() {
    let (first, made, log) = (PublishSubject<Int>(), Recording<Int>(), Recording<Int>())
    let connections = Recording<Bool>()
    let shared = Observable<Int>.deferred {
      connections.add(true) == 1 ? first : Observable.range(start: 1, count: 10_000).do(onNext: { made.add($0) })
    }.share()
    let subscription = shared.retry().take(3).subscribe(onNext: { log.add($0) })
    first.onError(TestError.one)
    #expect(log.elements == [1, 2, 3])
    #expect(made.count == 3)
    subscription.dispose()
  }
}
