import Synchronization

extension ObservableType {
  /// Sends all elements but the first `count`. A count of 0 or less skips nothing.
  ///
  /// Semantics: ReactiveX, Skip.
  public func skip(_ count: Int) -> Observable<Element> {
    SkipCount(source: asObservable(), count: count)
  }

  /// Sends the elements that come once `duration` has passed on `scheduler` since the subscription. The end of the
  /// source is passed on at any time, and cancels the timer.
  ///
  /// Semantics: ReactiveX, Skip with a time.
  public func skip(_ duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    SkipTime(source: asObservable(), duration: duration, scheduler: scheduler)
  }
}

private final class SkipCountSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private var remaining: Int

  init(count: Int, observer: ObserverBase<Element>, cancel: any Cancelable) {
    remaining = count
    super.init(observer: observer, cancel: cancel)
  }

  override func onNext(_ element: Element) {
    if remaining <= 0 { forwardNext(element) } else { remaining -= 1 }
  }
}

private final class SkipCount<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let count: Int

  init(source: Observable<Element>, count: Int) {
    self.source = source
    self.count = count
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = SkipCountSink(count: count, observer: observer, cancel: cancel)
    return (sink, source.subscribe(erased: sink))
  }
}

/// The timer sends nothing, it only opens: one atomic flag is all that the two threads share.
private final class SkipTimeSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let isOpen = Atomic<Bool>(false)

  func start(duration: RxTimeInterval, scheduler: any SchedulerType) -> any Disposable {
    scheduler.scheduleRelative((), dueTime: duration) { _ in
      self.isOpen.store(true, ordering: .relaxed)
      return Disposables.create()
    }
  }

  override func onNext(_ element: Element) {
    if isOpen.load(ordering: .relaxed) { forwardNext(element) }
  }
}

private final class SkipTime<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let duration: RxTimeInterval
  private let scheduler: any SchedulerType

  init(source: Observable<Element>, duration: RxTimeInterval, scheduler: any SchedulerType) {
    self.source = source
    self.duration = duration
    self.scheduler = scheduler
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = SkipTimeSink<Element>(observer: observer, cancel: cancel)
    let timer = sink.start(duration: duration, scheduler: scheduler)
    return (sink, Disposables.create(timer, source.subscribe(erased: sink)))
  }
}
