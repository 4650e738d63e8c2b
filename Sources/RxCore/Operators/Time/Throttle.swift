extension ObservableType {
  /// Emits an element immediately, and holds back or drops those that follow within `dueTime`.
  ///
  /// ```swift
  /// a.throttle(.milliseconds(5), scheduler: scheduler)
  /// ```
  /// ```
  /// a         -1-2-3-------4------5-|
  /// throttle  -1----3------4------5-|
  /// ticks     0         10        20
  /// ```
  ///
  /// With `latest: false`, elements that arrive too early are dropped:
  ///
  /// ```swift
  /// a.throttle(.milliseconds(5), latest: false, scheduler: scheduler)
  /// ```
  /// ```
  /// a         -1-2-3-------4------5-|
  /// throttle  -1-----------4------5-|
  /// ticks     0         10        20
  /// ```
  ///
  ///     button.taps.throttle(.seconds(1), latest: false, scheduler: MainScheduler.instance)
  ///
  /// An element that arrives when `dueTime` has passed since the last emission is emitted immediately, on the source's
  /// thread. An element that was held back is emitted on `scheduler`, or on the source's thread if another element
  /// arrives at that moment. If the source completes while an element is held back, that element is emitted when it is
  /// due, followed by the completion. An error is forwarded immediately and drops the element held back. Disposal
  /// cancels the timer.
  ///
  /// - Parameters:
  ///   - dueTime: the minimum interval between two elements, by the scheduler's clock.
  ///   - latest: whether the last element held back is emitted when the time has passed. If `false`, elements that
  ///     arrive too early are dropped.
  ///   - scheduler: measures the time and emits the elements held back.
  ///
  /// Semantics: ReactiveX, Sample (ThrottleFirst, or both edges with `latest`).
  @preconcurrency
  public func throttle(
    _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
  ) -> Observable<Element> where Element: Sendable {
    Operator(asObservable()) {
      ThrottleSink(dueTime: dueTime, keepsLatest: latest, scheduler: scheduler, observer: $0)
    }
  }
}

/// `throttle` as a state machine: decides what to emit now, what to emit later, and what to drop.
struct ThrottleState<Element> {
  /// How to handle an element that arrived.
  enum Decision {
    /// Emit it now.
    case emit
    /// Start a timer of this duration, in place of the previous one.
    case wait(RxTimeInterval)
    /// Do nothing: the element was dropped, or the running timer will emit it.
    case nothing
  }

  private let dueTime: RxTimeInterval
  private let keepsLatest: Bool
  private var lastEmitted: RxTime?
  private var waiting: Element?
  /// Whether the source completed while an element was held back.
  private var isCompleted = false

  init(dueTime: RxTimeInterval, keepsLatest: Bool) {
    self.dueTime = dueTime
    self.keepsLatest = keepsLatest
  }

  /// An element arrived.
  mutating func received(_ element: Element, at now: RxTime) -> Decision {
    // If the clock was set back, an element is held back for `dueTime` at most.
    let remaining = lastEmitted.map { min(dueTime.seconds - now.seconds(since: $0), dueTime.seconds) } ?? 0
    guard remaining > RxTime.resolution else {
      waiting = nil
      return .emit
    }
    guard keepsLatest else { return .nothing }
    let isTimerRunning = waiting != nil
    waiting = element
    if isTimerRunning { return .nothing }
    return .wait(.seconds(remaining))
  }

  /// The timer elapsed. Returns the element to emit, and whether the completion follows.
  mutating func elapsed() -> (element: Element?, isCompleted: Bool) { (waiting.take(), isCompleted) }

  /// An element was emitted.
  mutating func emitted(at now: RxTime) { lastEmitted = now }

  /// The source completed. Returns whether to forward the completion now.
  mutating func completed() -> Bool {
    isCompleted = waiting != nil
    return !isCompleted
  }
}

private final class ThrottleSink<Element>: TimedSink<Element>, @unchecked Sendable {
  private var state: ThrottleState<Element>

  init(
    dueTime: RxTimeInterval, keepsLatest: Bool, scheduler: any SchedulerType, observer: ObserverBase<Element>
  ) {
    state = ThrottleState(dueTime: dueTime, keepsLatest: keepsLatest)
    super.init(interval: dueTime, scheduler: scheduler, observer: observer)
  }

  override func onNext(_ element: Element) {
    serialize(element) { $0.decide(on: $1) }
  }

  override func onCompleted() {
    serialize { if $0.state.completed() { $0.forwardCompleted() } }
  }

  private func decide(on element: Element) {
    if isDisposed { return }
    switch state.received(element, at: scheduler.now) {
    case .emit: emit(element)
    case .wait(let dueTime): startTimer(after: dueTime) { self.elapsed() }
    case .nothing: break
    }
  }

  private func elapsed() {
    let (element, isCompleted) = state.elapsed()
    if let element { emit(element) }
    if isCompleted { forwardCompleted() }
  }

  private func emit(_ element: Element) {
    forwardNext(element)
    state.emitted(at: scheduler.now)
  }
}
