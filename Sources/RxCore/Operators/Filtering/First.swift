extension ObservableType {
  /// Emits the first element, or `nil` if the sequence completes without one. The source is disposed at once.
  ///
  /// Semantics: ReactiveX, First.
  public func first() -> Single<Element?> {
    PrimitiveSequence(raw: Operator(asObservable()) { FirstSink(observer: $0) })
  }
}

private final class FirstSink<Element>: Sink<Element, Element?>, @unchecked Sendable {
  override func onNext(_ element: Element) {
    forwardNext(element)
    forwardCompleted()
  }

  override func onCompleted() {
    forwardNext(nil)
    forwardCompleted()
  }
}
