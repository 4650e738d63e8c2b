import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("share in virtual time")
struct ShareTimeTests {
  private let scheduler = TestScheduler(initialClock: 0)

  /// Subscribes and disposes at these times, and returns the events of each subscriber.
  private func see(_ shared: Observable<Int>, _ spans: Subscription...) -> [[Recorded<Event<Int>>]] {
    let observers = spans.map { _ in scheduler.createObserver(Int.self) }
    for (span, observer) in zip(spans, observers) {
      scheduler.scheduleAt(span.subscribe) { [scheduler] in
        let subscription = shared.subscribe(observer)
        if span.unsubscribe < .max { scheduler.scheduleAt(span.unsubscribe) { subscription.dispose() } }
      }
    }
    scheduler.start()
    return observers.map(\.events)
  }

  @Test("the first subscriber starts the subscription, and the last one ends it", arguments: SubjectLifetimeScope.both)
  func shares(scope: SubjectLifetimeScope) {
    let source = scheduler.createHotObservable([
      .next(210, 1), .next(220, 2), .next(230, 3), .next(250, 4), .completed(260),
    ])
    let seen = see(source.share(scope: scope), Subscription(200, 225), Subscription(215, 235), Subscription(240))
    #expect(seen[0] == [.next(210, 1), .next(220, 2)])
    #expect(seen[1] == [.next(220, 2), .next(230, 3)])
    #expect(seen[2] == [.next(250, 4), .completed(260)])
    #expect(source.subscriptions == [Subscription(200, 235), Subscription(240, 260)])
  }

  @Test(
    "a later subscriber receives the last elements; after all have disposed, only with forever",
    arguments: SubjectLifetimeScope.both)
  func replays(scope: SubjectLifetimeScope) {
    let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3), .next(260, 4)])
    let shared = source.share(replay: 2, scope: scope)
    let seen = see(shared, Subscription(200, 240), Subscription(235, 240), Subscription(250, 270))
    #expect(seen[1] == [.next(235, 2), .next(235, 3)])
    #expect(seen[2] == (scope == .forever ? [.next(250, 2), .next(250, 3)] : []) + [.next(260, 4)])
    #expect(source.subscriptions == [Subscription(200, 240), Subscription(250, 270)])
  }

  @Test("an error reaches all subscribers, and a later subscriber starts a new subscription", arguments: [0, 1])
  func fails(replay: Int) {
    let source = scheduler.createHotObservable([
      .next(210, 1), .error(220, TestError.one), .next(240, 2), .completed(250),
    ])
    let shared = source.share(replay: replay)
    let seen = see(shared, Subscription(200), Subscription(205), Subscription(230))
    #expect(seen[0] == [.next(210, 1), .error(220, TestError.one)])
    #expect(seen[1] == seen[0])
    #expect(seen[2] == [.next(240, 2), .completed(250)])
    #expect(source.subscriptions == [Subscription(200, 220), Subscription(230, 250)])
  }

  @Test("forever: a subscriber after the end receives the replayed elements and the end", arguments: [0, 1])
  func keepsTheEnd(replay: Int) {
    let source = scheduler.createHotObservable([.next(210, 1), .completed(220), .next(240, 2)])
    let seen = see(source.share(replay: replay, scope: .forever), Subscription(200), Subscription(230))
    #expect(seen[0] == [.next(210, 1), .completed(220)])
    #expect(seen[1] == (replay == 0 ? [] : [.next(230, 1)]) + [.completed(230)])
    #expect(source.subscriptions == [Subscription(200, 220)])
  }

  @Test(
    "a subscriber that disposes is freed while others remain subscribed", arguments: SubjectLifetimeScope.both, [0, 1])
  func freesOne(scope: SubjectLifetimeScope, replay: Int) {
    let lifetimes = Lifetimes()
    let shared = PublishSubject<Int>().share(replay: replay, scope: scope)
    let stays = shared.subscribe()
    let leaves: any Disposable
    do {
      let token = lifetimes.make()
      leaves = shared.subscribe(onNext: { _ in token.touch() })
    }
    #expect(lifetimes.alive == 1)
    leaves.dispose()
    #expect(lifetimes.alive == 0)
    stays.dispose()
  }

  @Test("shares one subscription in a marble diagram", arguments: SubjectLifetimeScope.both, [0, 1])
  func draws(scope: SubjectLifetimeScope, replay: Int) throws {
    try play { marbles in
      let shared = try marbles.hot("-1-2|").share(replay: replay, scope: scope)
      return Observable<Int>.merge(shared, shared.map { $0 + 2 })
    }.expect("-(13)-(24)|", "^---!")
    try play("^-!") { try $0.hot("-1-2|").share(replay: replay, scope: scope) }.expect("-1", "^-!")
  }
}

extension SubjectLifetimeScope {
  fileprivate static var both: [SubjectLifetimeScope] { [.whileConnected, .forever] }
}
