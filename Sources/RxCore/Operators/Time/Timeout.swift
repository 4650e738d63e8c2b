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
  Operator(source) { TimeoutSink(dueTime: dueTime, other: other, scheduler: scheduler, observer: $0) }
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

  override func subscribed(to source: Observable<Element>) -> any Upstream {
    restartTimer()
    source.subscribe(
      heldBy: sourceSubscription, onNext: { self.receive($0) },
      onError: { if self.sourceWins() { self.forwardError($0) } },
      onCompleted: { if self.sourceWins() { self.forwardCompleted() } })
    return self
  }

  private func receive(_ element: Element) {
    guard sourceWins() else { return }
    forwardNext(element)
    restartTimer()
  }

  override func disposeSources() {
    super.disposeSources()
    sourceSubscription.dispose()
    otherSubscription.dispose()
  }

  /// Whether the event of the source is forwarded. If so, the running timer is void.
  private func sourceWins() -> Bool {
    let last = number.load(ordering: .relaxed)
    if last == Self.hasSwitched { return false }
    // Only the timer competes, and at most once.
    return number.compareExchange(expected: last, desired: last + 1, ordering: .acquiringAndReleasing).exchanged
  }

  private func restartTimer() {
    let number = number.load(ordering: .relaxed)
    if isDisposed || number == Self.hasSwitched { return }
    startTimer(after: dueTime) { self.elapsed(number) }
  }

  private func elapsed(_ number: UInt64) {
    let timerWins = self.number.compareExchange(
      expected: number, desired: Self.hasSwitched, ordering: .acquiringAndReleasing
    ).exchanged
    if !timerWins || isDisposed { return }
    other.subscribe(
      heldBy: otherSubscription, onNext: { self.forwardNext($0) }, onError: { self.forwardError($0) },
      onCompleted: { self.forwardCompleted() })
    sourceSubscription.dispose()
  }
}
