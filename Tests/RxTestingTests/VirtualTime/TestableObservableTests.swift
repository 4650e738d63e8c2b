import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("TestableObservable")
struct TestableObservableTests {
  private let scheduler = TestScheduler(initialClock: 0)

  @Test("hot and direct: a subscription lasts until its disposal, whatever is emitted")
  func hot() {
    let source = scheduler.createHotObservable([
      .next(10, 1), .completed(20), .next(30, 2), .error(40, TestError.one), .next(60, 3),
    ])
    let observer = scheduler.createObserver(Int.self)
    let subscription = source.subscribe(observer)
    scheduler.scheduleAt(50) { subscription.dispose() }
    scheduler.start()
    #expect(observer.events == [.next(10, 1), .completed(20), .next(30, 2), .error(40, TestError.one)])
    #expect(source.subscriptions == [Subscription(0, 50)])
    #expect(source.recordedEvents.count == 5)
  }

  @Test("cold and direct: the same, with times relative to the subscription")
  func cold() {
    let source = scheduler.createColdObservable([.next(10, 1), .completed(20), .next(30, 2), .next(60, 3)])
    let observer = scheduler.createObserver(Int.self)
    scheduler.scheduleAt(100) { [scheduler] in
      let subscription = source.subscribe(observer)
      scheduler.scheduleAt(150) { subscription.dispose() }
    }
    scheduler.start()
    #expect(observer.events == [.next(110, 1), .completed(120), .next(130, 2)])
    #expect(source.subscriptions == [Subscription(100, 150)])
  }

  @Test("a direct subscription that is never disposed does not end")
  func endless() {
    let hot = scheduler.createHotObservable([.next(10, 1), .completed(20)])
    let cold = scheduler.createColdObservable([.next(10, 1), .error(20, TestError.one)])
    _ = hot.subscribe(scheduler.createObserver(Int.self))
    _ = cold.subscribe(scheduler.createObserver(Int.self))
    scheduler.start()
    #expect(hot.subscriptions == [Subscription(0)])
    #expect(cold.subscriptions == [Subscription(0)])
  }

  @Test("through an operator, a closure or asObservable the subscription ends with the terminal event")
  func wrapped() {
    let source = scheduler.createHotObservable([.next(10, 1), .completed(20), .next(30, 2)])
    let mapped = scheduler.record(source.map { $0 })
    let plain = scheduler.record(source.asObservable())
    let elements = Recording<Int>()
    _ = source.subscribe(onNext: { elements.add($0) })
    scheduler.start()
    #expect(mapped.events == [.next(10, 1), .completed(20)])
    #expect(plain.events == [.next(10, 1), .completed(20)])
    #expect(elements.elements == [1])
    #expect(source.subscriptions == Array(repeating: Subscription(0, 20), count: 3))
  }

  @Test("an event reaches all observers that are subscribed when it is emitted")
  func disposalWhileEmitting() {
    let source = scheduler.createHotObservable([.next(10, 1), .next(20, 2)])
    let second = scheduler.createObserver(Int.self)
    let subscription = SingleAssignmentDisposable()
    _ = source.subscribe(AnyObserver { _ in subscription.dispose() })
    subscription.setDisposable(source.subscribe(second))
    scheduler.start()
    #expect(second.events == [.next(10, 1)])
    #expect(source.subscriptions == [Subscription(0), Subscription(0, 10)])
  }

  @Test("is not an Observable: both can conform to a client's protocol")
  func conformances() {
    #expect(Observable<Int>.never().name == "Observable")
    #expect(scheduler.createHotObservable([Recorded<Event<Int>>]()).name == "TestableObservable")
  }

  @Test("start accepts everything that can be converted to an observable")
  func start() {
    let source = scheduler.createHotObservable([.next(150, 1), .next(210, 2), .completed(220)])
    #expect(scheduler.start { source }.events == [.next(210, 2), .completed(220)])
    #expect(source.subscriptions == [Subscription(200, 220)])
    let other = TestScheduler(initialClock: 0)
    #expect(other.start { Single.just(7) }.events == [.next(200, 7), .completed(200)])
    let third = TestScheduler(initialClock: 0)
    let result: TestableObserver<Int> = third.start(created: 1, subscribed: 2, disposed: 3) {
      BehaviorSubject(value: 5)
    }
    #expect(result.events == [.next(2, 5)])
    #expect(TestScheduler(initialClock: 0).start(disposed: 300) { Single<Int>.never() }.events == [])
  }
}

private protocol Named { var name: String { get } }

extension Observable: Named { var name: String { "Observable" } }

extension TestableObservable: Named { var name: String { "TestableObservable" } }
