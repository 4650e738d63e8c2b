extension ObservableType {
  /// Converts the sequence to a ``Single`` that emits the only element when the source completes.
  ///
  /// ```swift
  /// a.asSingle()
  /// ```
  /// ```
  /// a         -1---|
  /// asSingle  -----(1|)
  /// ```
  ///
  /// A second element is an error:
  ///
  /// ```swift
  /// a.asSingle()
  /// ```
  /// ```
  /// a         -1--2---|
  /// asSingle  ----#
  /// # = error(Sequence contains more than one element.)
  /// ```
  ///
  /// Fails with `RxError.noElements` if the source completes without an element, and with `RxError.moreThanOneElement`
  /// when it emits a second one.
  ///
  /// Semantics: ReactiveX, Single.
  public func asSingle() -> Single<Element> {
    Single(raw: Operator(asObservable()) { AsSingleSink(isRequired: true, observer: $0) })
  }
}

/// Emits the only element when the source completes.
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
  /// Converts the sequence to a ``Maybe`` that emits the only element, if any, when the source completes.
  ///
  /// ```swift
  /// a.asMaybe()
  /// ```
  /// ```
  /// a        -----|
  /// asMaybe  -----|
  /// ```
  ///
  /// Fails with `RxError.moreThanOneElement` when the source emits a second element.
  ///
  /// Semantics: ReactiveX, Single.
  public func asMaybe() -> Maybe<Element> {
    Maybe(raw: Operator(asObservable()) { AsSingleSink(isRequired: false, observer: $0) })
  }
}
