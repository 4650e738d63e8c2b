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
      ThrottleSink(keepsLatest: latest, interval: dueTime, scheduler: scheduler, observer: $0)
    }
  }
}

private final class ThrottleSink<Element>: TimedSink<Element>, @unchecked Sendable {
  private let keepsLatest: Bool
  // Accessed serially.
  private var lastEmitted: RxTime?
  /// The element that is held back. There is one as long as a timer is running for it.
  private var waiting: Element?
  /// Whether the source completed while an element was held back.
  private var isCompleted = false

  init(
    keepsLatest: Bool, interval: RxTimeInterval, scheduler: any SchedulerType, observer: ObserverBase<Element>
  ) {
    self.keepsLatest = keepsLatest
    super.init(interval: interval, scheduler: scheduler, observer: observer)
  }

  override func onNext(_ element: Element) {
    serialize(element) { $0.receive($1) }
  }

  override func onCompleted() {
    serialize { sink in
      if sink.waiting != nil { sink.isCompleted = true } else { sink.forwardCompleted() }
    }
  }

  private func receive(_ element: Element) {
    if isDisposed { return }
    let now = scheduler.now
    // If the clock was set back, an element is held back for `interval` at most.
    let remaining = lastEmitted.map { min(interval.seconds - now.seconds(since: $0), interval.seconds) } ?? 0
    guard remaining > RxTime.resolution else {
      waiting = nil
      return emit(element)
    }
    guard keepsLatest else { return }
    let isTimerRunning = waiting != nil
    waiting = element
    if !isTimerRunning { startTimer(after: .seconds(remaining)) { self.elapsed() } }
  }

  private func elapsed() {
    if let element = waiting.take() { emit(element) }
    if isCompleted { forwardCompleted() }
  }

  private func emit(_ element: Element) {
    forwardNext(element)
    lastEmitted = scheduler.now
  }
}
