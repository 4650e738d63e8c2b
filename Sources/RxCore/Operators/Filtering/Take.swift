internal import DeliveryCore

extension ObservableType {
  /// Emits the first `count` elements and completes with the last one, disposing the source.
  ///
  /// ```swift
  /// a.take(2)
  /// ```
  /// ```
  /// a      -1--2   --3--4-|
  /// take   -1--(2|)
  /// ```
  ///
  /// With a count of 0, completes without subscribing to the source. A negative count stops the program.
  ///
  /// Semantics: ReactiveX, Take.
  public func take(_ count: Int) -> Observable<Element> {
    require(count >= 0, "take(_:) was given a negative count: \(count).")
    if count == 0 { return .empty() }
    return Operator(asObservable()) { TakeCountSink(count: count, observer: $0) }
  }

  /// Emits elements for `duration` after the subscription, and then completes on `scheduler`.
  ///
  /// ```swift
  /// a.take(for: .milliseconds(6), scheduler: scheduler)
  /// ```
  /// ```
  /// a           -1--2--3--4-|
  /// take(for:)  -1--2-|
  /// ```
  ///
  /// If the source is delivering an element at that moment, the completion follows on the source's thread. An earlier
  /// terminal event cancels the timer, as does disposal.
  ///
  /// Semantics: ReactiveX, Take with a time.
  public func take(for duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    take(until: Observable<Int>.timer(duration, scheduler: scheduler))
  }
}

private final class TakeCountSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private var remaining: Int

  init(count: Int, observer: ObserverBase<Element>) {
    remaining = count
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) {
    guard remaining > 0 else { return }
    remaining -= 1
    let isLast = remaining == 0  // Read before forwarding: the observer may make the source emit again.
    forwardNext(element)
    if isLast { forwardCompleted() }
  }
}
