extension ObservableType {
  /// Emits the first element and disposes the subscription to the source, or emits `nil` if the source completes
  /// without an element.
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
    PrimitiveSequence(raw: First(source: asObservable()))
  }
}

/// Forwards the first element, or `nil` if there is none, and completes.
final class FirstSink<Element>: Sink<Element, Element?>, @unchecked Sendable {
  private var hasElement = false

  override func onNext(_ element: Element) {
    // The observer may make the source emit again, or complete, while it receives the first element.
    if hasElement { return }
    hasElement = true
    forwardNext(element)
    forwardCompleted()
  }

  override func onCompleted() {
    if !hasElement { forwardNext(nil) }
    forwardCompleted()
  }
}

/// The observable that `first()` returns.
final class First<Element>: Producer<Element?>, @unchecked Sendable {
  private let source: Observable<Element>

  init(source: Observable<Element>) {
    self.source = source
  }

  override func run(_ observer: ObserverBase<Element?>) -> any Upstream {
    source.run(FirstSink(observer: observer), for: observer)
  }
}
