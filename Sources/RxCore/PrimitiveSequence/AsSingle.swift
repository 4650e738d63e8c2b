extension ObservableType {
  /// The sequence as a ``Single``: emits the only element, once the source has completed.
  ///
  /// Fails with `RxError.noElements` if it completes without one, and with `RxError.moreThanOneElement` at the second.
  ///
  /// Semantics: ReactiveX, Single.
  public func asSingle() -> Single<Element> {
    Single(raw: Operator(asObservable()) { AsSingleSink(isRequired: true, observer: $0) })
  }
}

/// Emits the only element when the source has completed.
final class AsSingleSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let isRequired: Bool
  private var only: Element?

  /// - Parameter isRequired: whether a source without an element is an error.
  init(isRequired: Bool, observer: ObserverBase<Element>) {
    self.isRequired = isRequired
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) {
    if only == nil { only = element } else { forwardError(RxError.moreThanOneElement) }
  }

  override func onCompleted() {
    if let only { forwardNext(only) } else if isRequired { return forwardError(RxError.noElements) }
    forwardCompleted()
  }
}

extension ObservableType {
  /// The sequence as a ``Maybe``: emits the only element, if there is one, once the source has completed.
  ///
  /// Fails with `RxError.moreThanOneElement` at the second element.
  ///
  /// Semantics: ReactiveX, Single.
  public func asMaybe() -> Maybe<Element> {
    Maybe(raw: Operator(asObservable()) { AsSingleSink(isRequired: false, observer: $0) })
  }
}
