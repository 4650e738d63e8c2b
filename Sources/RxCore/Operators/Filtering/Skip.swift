import Synchronization

extension ObservableType {
  /// Emits all elements but the first `count`. A count of 0 or less skips nothing.
  ///
  /// Semantics: ReactiveX, Skip.
  public func skip(_ count: Int) -> Observable<Element> {
    Operator(asObservable()) { SkipCountSink(count: count, observer: $0) }
  }

  /// Emits the elements that arrive once `duration` has passed on `scheduler` since the subscription.
  ///
  /// The end of the source is forwarded at any time, and cancels the timer. Disposal cancels it as well.
  ///
  /// Semantics: ReactiveX, Skip with a time.
  public func skip(_ duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    Operator(asObservable()) { SkipTimeSink(duration: duration, scheduler: scheduler, observer: $0) }
  }
}

private final class SkipCountSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private var remaining: Int

  init(count: Int, observer: ObserverBase<Element>) {
    remaining = count
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) {
    if remaining <= 0 { forwardNext(element) } else { remaining -= 1 }
  }
}

/// The timer emits nothing: one atomic flag is all that its thread and the source's share.
private final class SkipTimeSink<Element>: TimedSink<Element>, @unchecked Sendable {
  private let duration: RxTimeInterval
  private let isOpen = Atomic<Bool>(false)

  init(
    duration: RxTimeInterval, scheduler: any SchedulerType, observer: ObserverBase<Element>
  ) {
    self.duration = duration
    super.init(scheduler: scheduler, observer: observer)
  }

  override func start() {
    startTimer(after: duration) { self.isOpen.store(true, ordering: .relaxed) }
  }

  override func onNext(_ element: Element) {
    if isOpen.load(ordering: .relaxed) { forwardNext(element) }
  }
}
