internal import DeliveryCore
public import RxCore

/// A scheduler of virtual time for tests. It makes observables that emit at given times, and observers that record what
/// they receive, and when.
///
///     let scheduler = TestScheduler(initialClock: 0)
///     let keys = scheduler.createHotObservable([.next(210, "a"), .next(220, "ab"), .completed(400)])
///     let result = scheduler.start { keys.debounce(.seconds(50), scheduler: scheduler) }
///     // result.events == [.next(270, "ab"), .completed(400)]
///
/// The clock counts ticks; a tick is a second unless `resolution` says otherwise. What an operator schedules for the current
/// tick runs one tick later, as if processing took time;
/// ``init(initialClock:resolution:simulateProcessingDelay:)`` can turn that off. What ``scheduleAt(_:action:)`` runs and what
/// observables of this scheduler emit keeps its time. Work runs on the thread that calls `start()`, `advanceTo(_:)` or one of
/// the other starts.
///
/// Limits: a negative span counts as zero, a positive one as at least a tick; work that is due after `.never` never runs;
/// times beyond `Int.max` become `Int.max`.
///
/// Semantics: RxTest, TestScheduler.
public final class TestScheduler: VirtualTimeScheduler<TestSchedulerVirtualTimeConverter>, @unchecked Sendable {
  /// The times that ``start(_:)`` uses.
  public enum Defaults {
    /// When the observable is created.
    public static let created = 100
    /// When it is subscribed.
    public static let subscribed = 200
    /// When the subscription is disposed.
    public static let disposed = 1000
  }

  private let simulatesProcessingDelay: Bool

  /// Called with the tick of each piece of work before it is scheduled.
  private let onSchedule: (@Sendable (TestTime) -> Void)?

  /// Makes a scheduler.
  ///
  /// - Parameters:
  ///   - initialClock: the first tick.
  ///   - resolution: the length of a tick, in seconds. Zero, negative and infinite lengths stop the program.
  ///   - simulateProcessingDelay: whether work that an operator schedules for the current tick runs one tick later.
  public convenience init(initialClock: TestTime, resolution: Double = 1.0, simulateProcessingDelay: Bool = true) {
    self.init(
      initialClock: initialClock, resolution: resolution, simulateProcessingDelay: simulateProcessingDelay,
      onSchedule: nil)
  }

  /// - Parameter onSchedule: called with the tick of each piece of work before it is scheduled, unless that is done at an absolute
  ///   time.
  package init(
    initialClock: TestTime, resolution: Double, simulateProcessingDelay: Bool,
    onSchedule: (@Sendable (TestTime) -> Void)?
  ) {
    require(
      resolution > 0 && resolution.isFinite,
      "TestScheduler(initialClock:resolution:) got the resolution \(resolution). Give the length of a tick in seconds.")
    self.simulatesProcessingDelay = simulateProcessingDelay
    self.onSchedule = onSchedule
    super.init(
      initialClock: initialClock, converter: TestSchedulerVirtualTimeConverter(resolution: resolution))
  }

  /// The tick at which work runs that an operator scheduled for `time`: the next one for the current tick and those before
  /// it, or the current one if processing takes no time.
  public override func adjustScheduledTime(_ time: TestTime) -> TestTime {
    let clock = clock
    let tick = time > clock ? time : simulatesProcessingDelay ? clock.addingSaturating(1) : clock
    onSchedule?(tick)
    return tick
  }

  /// An observable that emits `events` at their times, to all observers that are subscribed then.
  public func createHotObservable<Element>(_ events: [Recorded<Event<Element>>]) -> TestableObservable<Element> {
    TestableObservable(hot: events, scheduler: self)
  }

  /// An observable that emits `events` to each observer, with the times counted from its subscription.
  public func createColdObservable<Element>(_ events: [Recorded<Event<Element>>]) -> TestableObservable<Element> {
    TestableObservable(cold: events, scheduler: self)
  }

  /// An observer that records what it receives, and when.
  ///
  /// - Parameter type: the type of the elements.
  public func createObserver<Element>(_ type: Element.Type) -> TestableObserver<Element> {
    TestableObserver(scheduler: self)
  }

  /// Announces a piece of work whose tick is not adjusted.
  func note(_ tick: TestTime) { onSchedule?(tick) }

  /// Runs `action` at `time`.
  public func scheduleAt(_ time: TestTime, action: @escaping () -> Void) {
    note(time)
    nonisolated(unsafe) let action = action  // Called once, on the thread that runs this scheduler.
    _ = scheduleAbsoluteVirtual((), time: time) { _ in
      action()
      return Disposables.create()
    }
  }

  /// Subscribes to `source` at once, and records what it emits.
  ///
  /// - Parameters:
  ///   - source: the sequence to record.
  ///   - disposed: when to dispose the subscription; `nil` for never.
  public func record<Source: ObservableConvertibleType>(
    _ source: Source, disposed: TestTime? = nil
  ) -> TestableObserver<Source.Element> {
    let observer = createObserver(Source.Element.self)
    let subscription = source.asObservable().subscribe(observer)
    if let disposed { scheduleAt(disposed) { subscription.dispose() } }
    return observer
  }

  /// Creates a sequence, subscribes to it and disposes the subscription at given times. Runs until no work is left, and
  /// returns what the sequence emitted while it was subscribed.
  ///
  /// - Parameters:
  ///   - created: when to call `create`.
  ///   - subscribed: when to subscribe; not before `created`.
  ///   - disposed: when to dispose the subscription; not before `subscribed`.
  ///   - create: makes the sequence.
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

  /// Creates a sequence at 100, subscribes to it at 200 and disposes the subscription at `disposed`. See
  /// ``start(created:subscribed:disposed:create:)``.
  ///
  /// - Parameters:
  ///   - disposed: when to dispose the subscription.
  ///   - create: makes the sequence.
  public func start<Element, OutputSequence: ObservableConvertibleType>(
    disposed: TestTime, create: @escaping () -> OutputSequence
  ) -> TestableObserver<Element> where OutputSequence.Element == Element {
    start(created: Defaults.created, subscribed: Defaults.subscribed, disposed: disposed, create: create)
  }

  /// Creates a sequence at 100, subscribes to it at 200 and disposes the subscription at 1000. See
  /// ``start(created:subscribed:disposed:create:)``.
  ///
  /// - Parameter create: makes the sequence.
  public func start<Element, OutputSequence: ObservableConvertibleType>(
    _ create: @escaping () -> OutputSequence
  ) -> TestableObserver<Element> where OutputSequence.Element == Element {
    start(disposed: Defaults.disposed, create: create)
  }
}
