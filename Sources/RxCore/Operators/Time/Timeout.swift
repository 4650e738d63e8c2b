import Synchronization

extension ObservableType {
  /// Fails with `RxError.timeout` if no element arrives within `dueTime` of the subscription or the previous element.
  ///
  /// ```swift
  /// a.timeout(.milliseconds(5), scheduler: scheduler)
  /// ```
  /// ```
  /// a        -1--2------3-|
  /// timeout  -1--2----#
  /// # = error(Sequence timeout.)
  /// ```
  ///
  ///     load().timeout(.seconds(5), scheduler: MainScheduler.instance)
  ///
  /// Events are forwarded on the source's thread, the timeout on `scheduler`. The timer restarts after an element has
  /// been forwarded. Disposal cancels it.
  ///
  /// Semantics: ReactiveX, Timeout.
  public func timeout(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    makeTimeout(of: asObservable(), after: dueTime, other: .error(RxError.timeout), scheduler: scheduler)
  }

  /// Switches to `other` if no element arrives within `dueTime` of the subscription or the previous element.
  ///
  /// ```swift
  /// a.timeout(.milliseconds(5), other: b, scheduler: scheduler)
  /// ```
  /// ```
  /// a        -1--2------3-|
  /// b        -8-9|
  /// b (1)    ---------^---!
  /// timeout  -1--2-----8-9|
  /// ```
  ///
  ///     load().timeout(.seconds(5), other: cached(), scheduler: MainScheduler.instance)
  ///
  /// On a timeout, the sequence subscribes to `other` on `scheduler`, without a time limit, and then disposes the
  /// source. The timer restarts after an element has been forwarded. If the source and the timer compete, exactly one
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
    TimeoutSink(dueTime: dueTime, other: other, scheduler: scheduler, observer: $0)
  } connect: { sink in
    sink.run(source)
  }
}

/// One number arbitrates between the source and the timer. Each source event increments the number. The timer remembers
/// the number from when it started, and replaces only that number with `hasSwitched`. As a result, a timer that elapses
/// during an event is void, a source event after the switch is ignored, and the two never forward at the same time.
private final class TimeoutSink<Element>: TimedSink<Element>, @unchecked Sendable {
  private static var hasSwitched: UInt64 { .max }

  private let other: Observable<Element>
  private let sourceSubscription = SingleAssignmentDisposable()
  private let number = Atomic<UInt64>(0)
  /// Whether an element is being forwarded. The observer may make the source emit another one meanwhile; the timer must
  /// not run before both calls have returned. Accessed only on the source's thread.
  private var isForwarding = false

  init(
    dueTime: RxTimeInterval, other: Observable<Element>, scheduler: any SchedulerType,
    observer: ObserverBase<Element>
  ) {
    self.other = other
    super.init(interval: dueTime, scheduler: scheduler, observer: observer)
  }

  func run(_ source: Observable<Element>) {
    restartTimer()
    source.subscribe(
      heldBy: sourceSubscription, onNext: { self.receive($0) },
      onError: { if self.sourceWins() { self.forwardError($0) } },
      onCompleted: { if self.sourceWins() { self.forwardCompleted() } })
  }

  /// Receives an element of the other sequence.
  override func onNext(_ element: Element) { forwardNext(element) }

  private func receive(_ element: Element) {
    guard sourceWins() else { return }
    let isNested = isForwarding
    isForwarding = true
    forwardNext(element)
    if isNested { return }
    isForwarding = false
    restartTimer()
  }

  override func addResources(to rest: inout [any Upstream]) {
    rest.append(sourceSubscription)
    super.addResources(to: &rest)
  }

  /// Returns whether to forward the source's event. If so, the running timer is void.
  private func sourceWins() -> Bool {
    let last = number.load(ordering: .relaxed)
    if last == Self.hasSwitched { return false }
    // Only the timer competes, and at most once, so there is no need to retry.
    return number.compareExchange(expected: last, desired: last + 1, ordering: .acquiringAndReleasing).exchanged
  }

  private func restartTimer() {
    let number = number.load(ordering: .relaxed)
    if isDisposed || number == Self.hasSwitched { return }
    startUnserializedTimer(after: interval) { self.elapsed(number) }
  }

  private func elapsed(_ number: UInt64) {
    let timerWins = self.number.compareExchange(
      expected: number, desired: Self.hasSwitched, ordering: .acquiringAndReleasing
    ).exchanged
    if !timerWins || isDisposed { return }
    other.subscribe(stage: self)
    sourceSubscription.dispose()
  }
}
