extension ObservableType {
  /// Emits the first element and disposes the source, or emits `nil` if the source completes without an element.
  ///
  /// ```swift
  /// a.first()
  /// ```
  /// ```
  /// a      ---7   --8-|
  /// first  ---(a|)
  /// a = Optional(7)
  /// ```
  ///
  /// Semantics: ReactiveX, First.
  public func first() -> Single<Element?> {
    PrimitiveSequence(raw: Operator(asObservable()) { FirstSink(observer: $0) })
  }
}

private final class FirstSink<Element>: Sink<Element, Element?>, @unchecked Sendable {
  private var hasElement = false

  override func onNext(_ element: Element) {
    if hasElement { return }
    hasElement = true  // Set before forwarding: the observer may make the source emit again.
    forwardNext(element)
    forwardCompleted()
  }

  override func onCompleted() {
    forwardNext(nil)
    forwardCompleted()
  }
}
