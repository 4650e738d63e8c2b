import Synchronization

extension ObservableType {
  /// Skips the first `count` elements. With a count of 0 or less, skips nothing.
  ///
  /// ```swift
  /// a.skip(2)
  /// ```
  /// ```
  /// a      -1--2--3--4-|
  /// skip   -------3--4-|
  /// ```
  ///
  /// Semantics: ReactiveX, Skip.
  public func skip(_ count: Int) -> Observable<Element> {
    Operator(asObservable()) { SkipCountSink(count: count, observer: $0) }
  }

  /// Skips elements for `duration` after the subscription, measured on `scheduler`.
  ///
  /// ```swift
  /// a.skip(.milliseconds(6), scheduler: scheduler)
  /// ```
  /// ```
  /// a      -1--2--3--4-|
  /// skip   -------3--4-|
  /// ```
  ///
  /// Terminal events are never skipped. They cancel the timer, as does disposal.
  ///
  /// Semantics: ReactiveX, Skip with a time.
  public func skip(_ duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    let source = asObservable()
    return CustomOperator {
      SkipTimeSink(observer: $0)
    } connect: { sink in
      sink.resource.setDisposable(scheduler.schedule(after: duration) { sink.open() })
      source.subscribe(stage: sink)
    }
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

/// Skips elements until the timer fires. The timer emits nothing, so an atomic flag is enough to coordinate it with the
/// source, and events need not be serialised.
private final class SkipTimeSink<Element>: ResourceSink<Element>, @unchecked Sendable {
  private let isOpen = Atomic<Bool>(false)

  func open() { isOpen.store(true, ordering: .relaxed) }

  override func onNext(_ element: Element) {
    if isOpen.load(ordering: .relaxed) { forwardNext(element) }
  }
}
