extension ObservableType {
  /// The sequence as a ``Single``: emits the only element, once the source has completed.
  ///
  /// Fails with `RxError.noElements` if it completes without one, and with `RxError.moreThanOneElement` at the second.
  ///
  /// Semantics: ReactiveX, Single.
  public func asSingle() -> Single<Element> {
    PrimitiveSequence(raw: Operator(asObservable()) { AsSingleSink(observer: $0, cancel: $1) })
  }
}

private final class AsSingleSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private var only: Element?

  override func onNext(_ element: Element) {
    if only == nil { only = element } else { forwardError(RxError.moreThanOneElement) }
  }

  override func onCompleted() {
    guard let only else { return forwardError(RxError.noElements) }
    forwardNext(only)
    forwardCompleted()
  }
}
