internal import DeliveryCore
public import RxCore

/// A virtual time scheduler for tests.
///
/// It creates observables that emit at given times, and observers that record what they receive and when.
///
///     let scheduler = TestScheduler(initialClock: 0)
///     let keys = scheduler.createHotObservable([.next(210, "a"), .next(220, "ab"), .completed(400)])
///     let result = scheduler.start { keys.debounce(.seconds(50), scheduler: scheduler) }
///     // result.events == [.next(270, "ab"), .completed(400)]
///
/// The clock counts ticks; a tick is a second unless `resolution` says otherwise. Work that an operator schedules for
/// the current tick runs one tick later, as if processing took time;
/// ``init(initialClock:resolution:simulateProcessingDelay:)`` can turn that off. Work passed to
/// ``scheduleAt(_:action:)`` and the events of testable observables keep their exact tick. Work runs on the thread that
/// calls `start()`, `advanceTo(_:)` or a similar method.
///
/// Limits: a negative delay counts as zero, and a positive delay as at least one tick; work with a delay of `.never`
/// never runs; times beyond `Int.max` become `Int.max`.
///
/// Semantics: RxTest, TestScheduler.
public final class TestScheduler: VirtualTimeScheduler<TestSchedulerVirtualTimeConverter>, @unchecked Sendable {
  /// The times used by ``start(_:)``.
  public enum Defaults {
    /// When the observable is created.
    public static let created = 100
    /// When the observable is subscribed to.
    public static let subscribed = 200
    /// When the subscription is disposed.
    public static let disposed = 1000
  }

  private let simulatesProcessingDelay: Bool
  /// The length of a tick.
  let tick: Duration
  /// The tasks and deliveries for which `settle()` waits.
  let work = TestWork()

  /// Called with the tick of each work item before it is scheduled.
  private let onSchedule: (@Sendable (TestTime) -> Void)?

  /// Creates a scheduler.
  ///
  /// - Parameters:
  ///   - initialClock: the initial tick.
  ///   - resolution: the length of a tick, in seconds. Must be positive and finite; any other value stops the program.
  ///   - simulateProcessingDelay: whether work that an operator schedules for the current tick runs one tick later.
  public convenience init(initialClock: TestTime, resolution: Double = 1.0, simulateProcessingDelay: Bool = true) {
    self.init(
      initialClock: initialClock, resolution: resolution, simulateProcessingDelay: simulateProcessingDelay,
      onSchedule: nil)
  }

  /// - Parameter onSchedule: called with the tick of each work item before it is scheduled, except for direct calls to
  ///   `scheduleAbsoluteVirtual`.
  package init(
    initialClock: TestTime, resolution: Double, simulateProcessingDelay: Bool,
    onSchedule: (@Sendable (TestTime) -> Void)?
  ) {
    require(
      resolution > 0 && resolution.isFinite,
      "TestScheduler(initialClock:resolution:) got the resolution \(resolution). Give the length of a tick in seconds.")
    self.simulatesProcessingDelay = simulateProcessingDelay
    self.tick = .seconds(resolution)
    self.onSchedule = onSchedule
    super.init(
      initialClock: initialClock, converter: TestSchedulerVirtualTimeConverter(resolution: resolution))
  }

  deinit { work.close() }

  /// The tick at which to run work that an operator schedules for `time`.
  ///
  /// This is `time` if `time` is in the future; otherwise the next tick, or the current tick if processing takes no
  /// time.
  public override func adjustScheduledTime(_ time: TestTime) -> TestTime {
    let clock = clock
    let tick = time > clock ? time : simulatesProcessingDelay ? clock.addingSaturating(1) : clock
    onSchedule?(tick)
    return tick
  }

  /// A hot observable that emits `events` at their times to all current subscribers.
  public func createHotObservable<Element>(_ events: [Recorded<Event<Element>>]) -> TestableObservable<Element> {
    TestableObservable(hot: events, scheduler: self)
  }

  /// A cold observable that emits `events` to each observer, with times relative to its subscription.
  public func createColdObservable<Element>(_ events: [Recorded<Event<Element>>]) -> TestableObservable<Element> {
    TestableObservable(cold: events, scheduler: self)
  }

  /// An observer that records what it receives and when.
  ///
  /// - Parameter type: the type of the elements.
  public func createObserver<Element>(_ type: Element.Type) -> TestableObserver<Element> {
    TestableObserver(scheduler: self)
  }

  /// Reports the tick of a work item that bypasses ``adjustScheduledTime(_:)``.
  func note(_ tick: TestTime) { onSchedule?(tick) }

  /// Runs `action` at `time`.
  public func scheduleAt(_ time: TestTime, action: @escaping () -> Void) {
    note(time)
    nonisolated(unsafe) let action = action  // Called once, on the thread that runs the scheduler.
    _ = scheduleAbsoluteVirtual((), time: time) { _ in
      action()
      return Disposables.create()
    }
  }

  /// Subscribes to `source` immediately and records its events.
  ///
  /// - Parameters:
  ///   - source: the sequence to record.
  ///   - disposed: when to dispose the subscription; never if `nil`.
  public func record<Source: ObservableConvertibleType>(
    _ source: Source, disposed: TestTime? = nil
  ) -> TestableObserver<Source.Element> {
    let observer = createObserver(Source.Element.self)
    let subscription = source.asObservable().subscribe(observer)
    if let disposed { scheduleAt(disposed) { subscription.dispose() } }
    return observer
  }

  /// Creates a sequence, subscribes to it and disposes the subscription at the given times.
  ///
  /// Runs until no work is left, and returns the observer that recorded the events.
  ///
  /// - Parameters:
  ///   - created: when to call `create`.
  ///   - subscribed: when to subscribe, at `created` or later.
  ///   - disposed: when to dispose the subscription, at `subscribed` or later.
  ///   - create: returns the sequence.
  public func start<Element, OutputSequence: ObservableConvertibleType>(
    created: TestTime, subscribed: TestTime, disposed: TestTime, create: @escaping () -> OutputSequence
  ) -> TestableObserver<Element> where OutputSequence.Element == Element {
    require(
      created <= subscribed && subscribed <= disposed,
      """
      TestScheduler.start(created: \(created), subscribed: \(subscribed), disposed: \(disposed)): an observable is \
      created, then subscribed, then disposed. Give times in that order.
      """)
    let observer = createObserver(Element.self)
    var source: Observable<Element>?
    let subscription = SingleAssignmentDisposable()
    scheduleAt(created) { source = create().asObservable() }
    scheduleAt(subscribed) { if let source { subscription.setDisposable(source.subscribe(observer)) } }
    scheduleAt(disposed) { subscription.dispose() }
    start()
    return observer
  }

  /// Creates a sequence at 100, subscribes to it at 200 and disposes the subscription at `disposed`.
  ///
  /// See ``start(created:subscribed:disposed:create:)``.
  ///
  /// - Parameters:
  ///   - disposed: when to dispose the subscription.
  ///   - create: returns the sequence.
  public func start<Element, OutputSequence: ObservableConvertibleType>(
    disposed: TestTime, create: @escaping () -> OutputSequence
  ) -> TestableObserver<Element> where OutputSequence.Element == Element {
    start(created: Defaults.created, subscribed: Defaults.subscribed, disposed: disposed, create: create)
  }

  /// Creates a sequence at 100, subscribes to it at 200 and disposes the subscription at 1000.
  ///
  /// See ``start(created:subscribed:disposed:create:)``.
  ///
  /// - Parameter create: returns the sequence.
  public func start<Element, OutputSequence: ObservableConvertibleType>(
    _ create: @escaping () -> OutputSequence
  ) -> TestableObserver<Element> where OutputSequence.Element == Element {
    start(disposed: Defaults.disposed, create: create)
  }
}
