import RxCore
import RxTesting
import TestSupport
import Testing

@MainActor
@Suite("Operators of shared sequences")
struct SharedSequenceTests {
  private let scheduler = TestScheduler(initialClock: 0)

  /// The events of the sequence that `create` returns, subscribed to at 200 in virtual time.
  private func play<Strategy, Element>(
    on own: TestScheduler? = nil, _ create: @escaping () -> SharedSequence<Strategy, Element>
  ) -> [Recorded<Event<Element>>] {
    let scheduler = own ?? scheduler
    var events: [Recorded<Event<Element>>] = []
    SharingScheduler.mock(scheduler: scheduler) { events = scheduler.start(create).events }
    return events
  }

  /// The elements of a sequence in virtual time, on a separate scheduler.
  private func elements<Strategy, Element>(
    _ create: @escaping () -> SharedSequence<Strategy, Element>
  ) -> [Element] {
    play(on: TestScheduler(initialClock: 0), create).compactMap {
      if case .next(let element) = $0.value { element } else { nil }
    }
  }

  private func hot(_ events: Recorded<Event<Int>>...) -> Driver<Int> {
    let source = scheduler.createHotObservable(events)
    var driver = Driver<Int>.never()
    SharingScheduler.mock(scheduler: scheduler) { driver = source.asDriver(onErrorJustReturn: -1) }
    return driver
  }

  @Test("a subscriber elsewhere than on the main queue receives the last element inside subscribe")
  func replaysElsewhere() async throws {
    let relay = BehaviorRelay(value: 1)
    let driver = relay.asDriver()
    let first = driver.drive()
    let elements = Recording<Int>()
    let other = try await onDedicatedThread {
      let subscription = driver.asObservable().subscribe(onNext: { elements.add($0) })
      #expect(elements.elements == [1])
      return subscription
    }
    relay.accept(2)  // On the main queue.
    #expect(elements.elements == [1, 2])
    first.dispose()
    other.dispose()
  }

  // MARK: Creating

  @Test("empty completes in a turn of the scheduler")
  func empty() {
    #expect(play { Driver<Int>.empty() } == [.completed(201)])
  }

  @Test("creating operators emit on the scheduler")
  func creating() {
    #expect(elements { Driver<Int>.never() }.isEmpty)
    #expect(elements { Driver.just(1) } == [1])
    #expect(elements { Driver.of(1, 2) } == [1, 2])
    #expect(elements { Driver.from([1, 2]) } == [1, 2])
    #expect(elements { Driver.from(1...3) } == [1, 2, 3])
    #expect(elements { Driver.from(optional: 1) } == [1])
    #expect(elements { Driver<Int>.from(optional: nil) }.isEmpty)
    #expect(elements { Signal.deferred { .just(1) } } == [1])
  }

  @Test("an infallible becomes a driver without a strategy for errors")
  func infallible() {
    #expect(elements { Infallible.of(1, 2).asDriver() } == [1, 2])
  }

  @Test("just takes one turn of the scheduler")
  func just() {
    #expect(play { Driver.just(1) } == [.next(201, 1), .completed(201)])
  }

  @Test("of takes a turn of the scheduler for each event")
  func of() {
    #expect(play { Driver.of(1, 2) } == [.next(201, 1), .next(202, 2), .completed(203)])
  }

  @Test("interval and timer count on the scheduler")
  func counting() {
    #expect(play { Driver<Int>.interval(.seconds(300)) } == [.next(500, 0), .next(800, 1)])
  }

  @Test("a timer starts after the due time and continues with the period")
  func timer() {
    #expect(
      play { Signal<Int>.timer(.seconds(100), period: .seconds(300)) }
        == [.next(300, 0), .next(600, 1), .next(900, 2)])
  }

  // MARK: Elements

  @Test("operators on elements forward to those of observables")
  func onElements() {
    #expect(elements { Driver.of(1, 2).map { "\($0)" } } == ["1", "2"])
    #expect(elements { Driver.of("1", "x", "3").compactMap { Int($0) } } == [1, 3])
    #expect(elements { Driver.of(1, 2, 3).filter { $0 != 2 } } == [1, 3])
    #expect(elements { Driver.of(1, 2, 3).scan(10) { $0 + $1 } } == [11, 13, 16])
    #expect(elements { Driver.of(1, 2, 3).skip(2) } == [3])
    #expect(elements { Driver.of(1, 2).startWith(0) } == [0, 1, 2])
    #expect(elements { Driver.of(1, 2).debug("test", trimOutput: true) } == [1, 2])
    #expect(elements { Driver.of(1, 1, 2).distinctUntilChanged() } == [1, 2])
    #expect(elements { Driver.of(1, 3, 2).distinctUntilChanged { $0 % 2 } } == [1, 2])
    #expect(elements { Driver.of(1, 3, 0).distinctUntilChanged { $0 < $1 } } == [1, 0])
    #expect(elements { Driver.of(1, 3, 2).distinctUntilChanged({ $0 % 2 }, comparer: { $0 == $1 }) } == [1, 2])
  }

  @Test("do calls its closures around the events; the shared subscription ends with the completion")
  func doClosures() {
    let log = Recording<String>()
    let seen = elements {
      Driver.just(1).do(
        onNext: { log.add("next \($0)") }, afterNext: { log.add("after \($0)") }, onCompleted: { log.add("completed") },
        afterCompleted: { log.add("after completed") }, onSubscribe: { log.add("subscribe") },
        onSubscribed: { log.add("subscribed") }, onDispose: { log.add("dispose") })
    }
    #expect(seen == [1])
    let expected = ["subscribe", "subscribed", "next 1", "after 1", "completed", "dispose", "after completed"]
    #expect(log.elements == expected)
  }

  @Test("the result of an operator is shared, and replays in a driver: the selector is called once for each element")
  func shares() {
    let relay = BehaviorRelay(value: 1)
    let calls = Recording<Int>()
    let mapped = relay.asDriver().map { calls.add($0) * 100 }
    let bag = DisposeBag()
    let (one, other) = (Recording<Int>(), Recording<Int>())
    mapped.drive(onNext: { one.add($0) }).disposed(by: bag)
    mapped.drive(onNext: { other.add($0) }).disposed(by: bag)
    relay.accept(2)
    #expect(calls.elements == [1, 2])
    #expect(one.elements == [100, 200])
    #expect(other.elements == [100, 200])
  }

  // MARK: Time

  @Test(
    "a subscriber that subscribes again inside the end of a shared sequence receives it anew, one tick later at most",
    arguments: ["concat", "retry of combineLatest", "retry of withLatestFrom", "retry of share"])
  func subscribesAgainInsideTheEnd(form: String) {
    SharingScheduler.mock(scheduler: scheduler) {
      let source = scheduler.createColdObservable([.next(1, 1), .next(2, 2), .completed(3)])
      let second = scheduler.createColdObservable([.next(1, 10), .completed(5)])
      let (one, other) = (source.asDriver(onErrorJustReturn: 0), second.asDriver(onErrorJustReturn: 0))
      let attempts = Recording<Int>()
      let failsOnce: @Sendable (Int) throws -> Int = { if attempts.add($0) == 1 { throw TestError.one } else { $0 } }
      let sequence: Observable<Int>
      var (first, last) = (Subscription(200, 202), Subscription(202, 205))
      var events: [Recorded<Event<Int>>] = [.next(204, 11), .next(205, 12), .completed(208)]
      switch form {
      case "concat":
        sequence = one.asObservable().concat(one.asObservable())
        (first, last) = (Subscription(200, 203), Subscription(204, 207))
        events = [.next(202, 1), .next(203, 2), .next(206, 1), .next(207, 2), .completed(208)]
      case "retry of combineLatest":
        sequence = Driver.combineLatest(one, other) { $0 + $1 }.asObservable().map(failsOnce).retry(2)
      case "retry of withLatestFrom":
        sequence = one.withLatestFrom(other) { $0 + $1 }.asObservable().map(failsOnce).retry(2)
        events[2] = .completed(206)
      default:
        let (one, other) = (source.share(replay: 1), second.share(replay: 1))
        sequence = Observable.combineLatest(one, other) { $0 + $1 }.first().map { try failsOnce($0 ?? 0) }.retry(2)
          .asObservable()
        (first, last) = (Subscription(200, 201), Subscription(201, 202))
        events = [.next(202, 11), .completed(202)]
      }
      #expect(scheduler.start { sequence }.events == events)
      #expect(source.subscriptions == [first, last])
    }
  }

  @Test("delay emits later, on the scheduler")
  func delay() {
    let source = hot(.next(210, 1), .next(220, 2), .completed(230))
    #expect(play { source.delay(.seconds(100)) } == [.next(311, 1), .next(321, 2), .completed(331)])
  }

  @Test("debounce emits elements that are not followed by others within the due time")
  func debounce() {
    let source = hot(.next(210, 1), .next(220, 2), .next(300, 3), .completed(400))
    #expect(play { source.debounce(.seconds(50)) } == [.next(271, 2), .next(351, 3), .completed(401)])
  }

  @Test("throttle emits the first element, and with latest also the last of the rest", arguments: [true, false])
  func throttle(latest: Bool) {
    let source = hot(.next(210, 1), .next(220, 2), .next(230, 3), .completed(400))
    let expected: [Recorded<Event<Int>>] = [.next(211, 1)] + (latest ? [.next(261, 3)] : []) + [.completed(401)]
    #expect(play { source.throttle(.seconds(50), latest: latest) } == expected)
  }

  // MARK: Combining

  @Test("withLatestFrom combines with the latest element of the second sequence", arguments: [true, false])
  func withLatestFrom(hasSelector: Bool) {
    let (first, second) = (hot(.next(220, 1), .next(240, 2)), hot(.next(210, 10), .next(230, 20)))
    let events = play { hasSelector ? first.withLatestFrom(second) { $0 + $1 } : first.withLatestFrom(second) }
    #expect(events == (hasSelector ? [.next(221, 11), .next(241, 22)] : [.next(221, 10), .next(241, 20)]))
  }

  @Test("flatMap and flatMapLatest take shared sequences, of the same or another strategy")
  func flatMaps() {
    #expect(elements { Driver.of(1, 2).flatMap { Signal.of($0, $0 * 10) } }.sorted() == [1, 2, 10, 20])
    let source = hot(.next(210, 1), .next(230, 2), .completed(240))
    #expect(
      play { source.flatMapLatest { number in Signal<Int>.interval(.seconds(8)).map { $0 + number * 100 } } }.prefix(3)
        == [.next(219, 100), .next(227, 101), .next(239, 200)])
  }

  @Test("merge, concat and switchLatest take shared sequences")
  func sequences() {
    #expect(elements { Driver.merge(.of(1, 2), .of(3)) }.sorted() == [1, 2, 3])
    #expect(elements { Driver.merge([.of(1, 2), .of(3)]) }.sorted() == [1, 2, 3])
    #expect(elements { Driver.merge([Driver.of(1, 2), .of(3)][...]) }.sorted() == [1, 2, 3])
    #expect(elements { Driver.of(Driver.of(1, 2), .of(3)).merge() }.sorted() == [1, 2, 3])
    #expect(elements { Driver.of(Driver.of(1, 2), .of(3)).merge(maxConcurrent: 1) } == [1, 2, 3])
    #expect(elements { Driver.of(Signal.of(1, 2), .of(3)).switchLatest() }.last == 3)
    #expect(elements { Driver.concat([.of(1, 2), .of(3)]) } == [1, 2, 3])
    #expect(elements { Driver.concat(AnySequence([Driver.of(1, 2), .of(3)])) } == [1, 2, 3])
  }

  @Test("zip and combineLatest take collections")
  func collections() {
    #expect(elements { Driver.zip([.of(1, 2), .of(3, 4)]) } == [[1, 3], [2, 4]])
    #expect(elements { Driver.zip([.of(1, 2), .of(3, 4)]) { $0.reduce(0, +) } } == [4, 6])
    #expect(elements { Driver.combineLatest([Driver.of(1, 2), .just(3)]) }.last == [2, 3])
    #expect(elements { Driver.combineLatest([Driver.of(1, 2), .just(3)]) { $0.reduce(0, +) } }.last == 5)
  }
}
