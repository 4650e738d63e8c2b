import RxCore
import RxTesting
import Testing

// Tests as written for RxTest, with different imports.

private final class SearchViewModel {
  let results: Observable<[String]>
  let isLoading: Observable<Bool>

  init(query: Observable<String>, search: @escaping (String) -> Observable<[String]>, scheduler: SchedulerType) {
    let text = query.debounce(.seconds(3), scheduler: scheduler).distinctUntilChanged().share()
    results = text.flatMapLatest { text in search(text).catchAndReturn([]) }.share(replay: 1)
    isLoading = Observable.merge(text.map { _ in true }, results.map { _ in false }).startWith(false)
  }
}

@Suite("RxTest style")
struct RxTestStyleTests {
  var scheduler: TestScheduler!
  var disposeBag: DisposeBag!

  init() {
    scheduler = TestScheduler(initialClock: 0)
    disposeBag = DisposeBag()
  }

  @Test("the events of an operator on a hot observable are recorded")
  func operatorTest() {
    let xs = scheduler.createHotObservable([
      .next(150, 1),
      .next(210, 2),
      .next(220, 3),
      .completed(250),
    ])

    let res = scheduler.start {
      xs.map { $0 * 10 }
    }

    let correctEvents = Recorded.events(
      .next(210, 20),
      .next(220, 30),
      .completed(250)
    )
    #expect(res.events == correctEvents)
    #expect(xs.subscriptions == [Subscription(200, 250)])
  }

  @Test("an error is recorded")
  func errorTest() {
    let testError = RxError.timeout
    let xs = scheduler.createHotObservable([
      .next(210, 2),
      .error(220, testError),
      .completed(250),
    ])
    let res = scheduler.start(disposed: 300) { xs.filter { _ in true } }
    let messages: [Recorded<Event<Int>>] = [.next(210, 2), .error(220, testError)]
    #expect(res.events == messages)
  }

  @Test("start accepts a testable observable, and any other sequence")
  func sequencesOfAnyKind() {
    let xs = scheduler.createColdObservable([.next(10, 1), .completed(20)])
    let res = scheduler.start { xs }
    #expect(res.events == [.next(210, 1), .completed(220)])
    #expect(xs.subscriptions == [Subscription(200, 220)])
    let single = TestScheduler(initialClock: 0).start(created: 10, subscribed: 20, disposed: 30) { Single.just("a") }
    #expect(single.events == [.next(20, "a"), .completed(20)])
  }

  @Test("an explicit subscription to a hot observable lasts until it is disposed")
  func rawSubscription() {
    let xs = scheduler.createHotObservable([.next(10, 1), .completed(20), .next(30, 2)])
    let observer = scheduler.createObserver(Int.self)
    let subscription = xs.subscribe(observer)
    scheduler.scheduleAt(40) { subscription.dispose() }
    scheduler.start()
    #expect(observer.events == [.next(10, 1), .completed(20), .next(30, 2)])
    #expect(xs.subscriptions == [Subscription(0, 40)])
  }

  @Test("the results of singles can be compared")
  func singleEvents() {
    var events: [SingleEvent<Int>] = []
    _ = Single.just(1).subscribe { events.append($0) }
    _ = Single<Int>.error(RxError.timeout).subscribe { events.append($0) }
    #expect(events == [.success(1), .failure(RxError.timeout)])
    #expect(events != [.success(1), .failure(RxError.noElements)])
  }

  @Test("the outputs of a view model are recorded by observers")
  func viewModelTest() {
    let query = scheduler.createHotObservable([
      .next(10, "r"), .next(11, "rx"), .next(12, "rxs"), .next(20, "rxt"),
    ])
    let viewModel = SearchViewModel(
      query: query.asObservable(),
      search: { text in self.scheduler.createColdObservable([.next(2, [text]), .completed(2)]).asObservable() },
      scheduler: scheduler)
    let results = scheduler.createObserver([String].self)
    let loading = scheduler.createObserver(Bool.self)
    viewModel.isLoading.subscribe(loading).disposed(by: disposeBag)
    viewModel.results.bind(to: results).disposed(by: disposeBag)

    scheduler.start()

    #expect(results.events == [.next(17, ["rxs"]), .next(25, ["rxt"])])
    #expect(loading.events == [.next(0, false), .next(15, true), .next(17, false), .next(23, true), .next(25, false)])
  }

  @Test("the clock can be advanced step by step")
  func steps() {
    let ticks = Observable<Int>.interval(.seconds(10), scheduler: scheduler)
    let observer = scheduler.createObserver(Int.self)
    let subscription = ticks.subscribe(observer)
    scheduler.advanceTo(25)
    subscription.dispose()
    scheduler.advanceTo(100)
    #expect(observer.events == [.next(10, 0), .next(20, 1)])
    #expect(scheduler.clock == 100)
    #expect(observer.events.map { $0.value.element } == [0, 1])
    scheduler.scheduleAt(110) { observer.onCompleted() }
    scheduler.start()
    #expect(observer.events.last == Recorded(time: 110, value: .completed))
  }
}
