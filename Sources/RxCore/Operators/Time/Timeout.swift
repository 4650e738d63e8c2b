import Synchronization

extension ObservableType {
  /// Fails with `RxError.timeout` if `dueTime` passes without an element: from the subscription to the first element, and
  /// from each element to the next.
  ///
  ///     load().timeout(.seconds(5), scheduler: MainScheduler.instance)
  ///
  /// Elements and the end are forwarded on the source's thread, the timeout on `scheduler`. The time begins anew when an
  /// element has been forwarded. Disposal cancels the timer.
  ///
  /// Semantics: ReactiveX, Timeout.
  public func timeout(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    makeTimeout(of: asObservable(), after: dueTime, other: .error(RxError.timeout), scheduler: scheduler)
  }

  /// Continues with `other` if `dueTime` passes without an element: from the subscription to the first element, and from
  /// each element to the next.
  ///
  ///     load().timeout(.seconds(5), other: cached(), scheduler: MainScheduler.instance)
  ///
  /// At a timeout, `other` is subscribed on `scheduler` and then the source is disposed; there is no time limit for
  /// `other`. The time begins anew when an element has been forwarded. If the source and the timer compete, one of them
  /// wins: either the event is forwarded, or the source is dropped. Disposal cancels the timer.
  ///
  /// Semantics: ReactiveX, Timeout.
  @preconcurrency
  public func timeout<Source: ObservableConvertibleType>(
    _ dueTime: RxTimeInterval, other: Source, scheduler: any SchedulerType
  ) -> Observable<Element> where Element == Source.Element, Element: Sendable {
    makeTimeout(of: asObservable(), after: dueTime, other: other.asObservable(), scheduler: scheduler)
  }
}

private func makeTimeout<Element>(
  of source: Observable<Element>, after dueTime: RxTimeInterval, other: Observable<Element>,
  scheduler: any SchedulerType
) -> Observable<Element> {
  CustomOperator {
    TimeoutSink(dueTime: dueTime, other: other, scheduler: scheduler, observer: $0).run(source)
  }
}

/// One number decides between the source and the timer: each event of the source increments it, and the timer, which knows
/// the number at its start, replaces that one with `hasSwitched`. So a timer that elapses during an event is void, and a
/// source that emits after the switch is ignored; they never forward at the same time.
private final class TimeoutSink<Element>: TimedSink<Element>, @unchecked Sendable {
  private static var hasSwitched: UInt64 { .max }

  private let dueTime: RxTimeInterval
  private let other: Observable<Element>
  private let sourceSubscription = SingleAssignmentDisposable()
  private let otherSubscription = SingleAssignmentDisposable()
  private let number = Atomic<UInt64>(0)

  init(
    dueTime: RxTimeInterval, other: Observable<Element>, scheduler: any SchedulerType,
    observer: ObserverBase<Element>
  ) {
    self.dueTime = dueTime
    self.other = other
    super.init(scheduler: scheduler, observer: observer)
  }

  func run(_ source: Observable<Element>) -> any Upstream {
    start()
    subscribe(TimeoutSourceSink(sink: self), to: source, keptBy: sourceSubscription)
    return self
  }

  private func subscribe(
    _ observer: PartSink<Element>, to source: Observable<Element>, keptBy subscription: SingleAssignmentDisposable
  ) {
    subscription.setDisposable(observer)
    source.subscribe(stage: observer)
  }

  override func disposeSources() {
    super.disposeSources()
    sourceSubscription.dispose()
    otherSubscription.dispose()
  }

  override func start() { restartTimer() }

  /// Whether the event of the source is forwarded. If so, the running timer is void.
  func sourceWins() -> Bool {
    let last = number.load(ordering: .relaxed)
    if last == Self.hasSwitched { return false }
    // Only the timer competes, and at most once.
    return number.compareExchange(expected: last, desired: last + 1, ordering: .acquiringAndReleasing).exchanged
  }

  func restartTimer() {
    let number = number.load(ordering: .relaxed)
    if isDisposed || number == Self.hasSwitched { return }
    startTimer(after: dueTime) { self.elapsed(number) }
  }

  private func elapsed(_ number: UInt64) {
    let timerWins = self.number.compareExchange(
      expected: number, desired: Self.hasSwitched, ordering: .acquiringAndReleasing
    ).exchanged
    if !timerWins || isDisposed { return }
    subscribe(TimeoutOtherSink(sink: self), to: other, keptBy: otherSubscription)
    sourceSubscription.dispose()
  }
}

/// The observer of the source.
private final class TimeoutSourceSink<Element>: PartSink<Element>, @unchecked Sendable {
  private let sink: TimeoutSink<Element>

  init(sink: TimeoutSink<Element>) {
    self.sink = sink
  }

  override func onNext(_ element: Element) {
    guard sink.sourceWins() else { return }
    sink.forwardNext(element)
    sink.restartTimer()
  }

  override func sourceFailed(_ error: any Error) {
    if sink.sourceWins() { sink.forwardError(error) }
  }

  override func sourceCompleted() {
    if sink.sourceWins() { sink.forwardCompleted() }
  }
}

/// The observer of the other sequence.
private final class TimeoutOtherSink<Element>: PartSink<Element>, @unchecked Sendable {
  private let sink: TimeoutSink<Element>

  init(sink: TimeoutSink<Element>) {
    self.sink = sink
  }

  override func onNext(_ element: Element) { sink.forwardNext(element) }

  override func sourceFailed(_ error: any Error) { sink.forwardError(error) }

  override func sourceCompleted() { sink.forwardCompleted() }
}
