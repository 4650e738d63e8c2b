public import RxCore

/// A scheduler of virtual time for tests: it makes observables that send at given times, and observers that record when
/// they were told.
///
///     let scheduler = TestScheduler(initialClock: 0)
///     let keys = scheduler.createHotObservable([.next(210, "a"), .next(220, "ab"), .completed(400)])
///     let result = scheduler.start { keys.debounce(.seconds(50), scheduler: scheduler) }
///     // result.events == [.next(270, "ab"), .completed(400)]
///
/// The clock counts ticks; a tick is a second unless told otherwise. What is scheduled for the present tick or a past one
/// runs one tick later, as if work took time; ``init(initialClock:resolution:simulateProcessingDelay:)`` can switch that
/// off. Work runs on the thread that calls ``start()``, `advanceTo(_:)` or one of the other starts.
public class TestScheduler: VirtualTimeScheduler<TestSchedulerVirtualTimeConverter>, @unchecked Sendable {
  /// When ``start(disposed:create:)`` does what, unless told otherwise.
  public enum Defaults {
    /// When the observable is made.
    public static let created = 100
    /// When it is subscribed.
    public static let subscribed = 200
    /// When the subscription is disposed.
    public static let disposed = 1000
  }

  private let simulatesProcessingDelay: Bool

  /// Makes a scheduler.
  ///
  /// - Parameters:
  ///   - initialClock: where the clock stands at first.
  ///   - resolution: how long a tick is, in seconds.
  ///   - simulateProcessingDelay: whether what is scheduled for now runs one tick later.
  public init(initialClock: TestTime, resolution: Double = 1.0, simulateProcessingDelay: Bool = true) {
    precondition(
      resolution > 0 && resolution.isFinite,
      "TestScheduler(initialClock:resolution:) got the resolution \(resolution). Give the length of a tick in seconds.")
    self.simulatesProcessingDelay = simulateProcessingDelay
    super.init(
      initialClock: initialClock, converter: TestSchedulerVirtualTimeConverter(resolution: resolution))
  }

  /// The present tick and before become the next one, unless processing takes no time.
  public override func adjustScheduledTime(_ time: TestTime) -> TestTime {
    let clock = clock
    return time > clock ? time : simulatesProcessingDelay ? clock + 1 : clock
  }

  /// An observable that sends `events` at their times, to whoever is subscribed then.
  public func createHotObservable<Element>(_ events: [Recorded<Event<Element>>]) -> TestableObservable<Element> {
    HotObservable(events, scheduler: self)
  }

  /// An observable that sends `events` to each observer, with the times counted from its subscription.
  public func createColdObservable<Element>(_ events: [Recorded<Event<Element>>]) -> TestableObservable<Element> {
    ColdObservable(events, scheduler: self)
  }

  /// An observer that records what it is told, and when.
  public func createObserver<Element>(_ type: Element.Type) -> TestableObserver<Element> {
    TestableObserver(scheduler: self)
  }

  /// Runs `action` at `time`.
  public func scheduleAt(_ time: TestTime, action: @escaping () -> Void) {
    nonisolated(unsafe) let action = action  // Run once, by the one who runs this scheduler.
    _ = scheduleAbsoluteVirtual((), time: time) { _ in
      action()
      return Disposables.create()
    }
  }

  /// Subscribes to `source` now, and disposes that subscription at `disposed`, if given.
  public func record<Source: ObservableConvertibleType>(
    _ source: Source, disposed: TestTime? = nil
  ) -> TestableObserver<Source.Element> {
    let observer = createObserver(Source.Element.self)
    let subscription = source.asObservable().subscribe(observer)
    if let disposed { scheduleAt(disposed) { subscription.dispose() } }
    return observer
  }

  /// Makes an observable at `created`, subscribes to it at `subscribed`, disposes the subscription at `disposed`, and runs
  /// until nothing is left to do. The result has recorded what was sent.
  public func start<Element>(
    created: TestTime, subscribed: TestTime, disposed: TestTime, create: @escaping () -> Observable<Element>
  ) -> TestableObserver<Element> {
    precondition(
      created <= subscribed && subscribed <= disposed,
      """
      TestScheduler.start(created: \(created), subscribed: \(subscribed), disposed: \(disposed)): an observable is made, \
      then subscribed, then disposed. Give times in that order.
      """)
    let observer = createObserver(Element.self)
    var source: Observable<Element>?
    let subscription = SingleAssignmentDisposable()
    scheduleAt(created) { source = create() }
    scheduleAt(subscribed) { if let source { subscription.setDisposable(source.subscribe(observer)) } }
    scheduleAt(disposed) { subscription.dispose() }
    start()
    return observer
  }

  /// The same, with the default times to make and to subscribe.
  public func start<Element>(
    disposed: TestTime, create: @escaping () -> Observable<Element>
  ) -> TestableObserver<Element> {
    start(created: Defaults.created, subscribed: Defaults.subscribed, disposed: disposed, create: create)
  }

  /// The same, with the default times: made at 100, subscribed at 200, disposed at 1000.
  public func start<Element>(_ create: @escaping () -> Observable<Element>) -> TestableObserver<Element> {
    start(disposed: Defaults.disposed, create: create)
  }
}
