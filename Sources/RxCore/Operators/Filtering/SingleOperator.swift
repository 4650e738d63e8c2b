extension ObservableType {
  /// Emits the only element as soon as it arrives, and completes with the source.
  ///
  /// ```swift
  /// a.single()
  /// ```
  /// ```
  /// a       -1--2--3-|
  /// single  -1--#
  /// # = error(Sequence contains more than one element.)
  /// ```
  ///
  /// Fails with `RxError.noElements` if the source completes without an element, and with `RxError.moreThanOneElement`
  /// if a second one arrives, which is not emitted. To emit the element only if no other follows, use ``asSingle()``.
  ///
  /// Semantics: ReactiveX, Single.
  public func single() -> Observable<Element> {
    Operator(asObservable()) { OnlyElementSink(observer: $0) }
  }

  /// Emits the only element for which `predicate` returns `true` as soon as it arrives, and completes with the source.
  ///
  /// ```swift
  /// a.single { $0 == 2 }
  /// ```
  /// ```
  /// a       -1--2--3-|
  /// single  ----2----|
  /// ```
  ///
  /// Fails with `RxError.noElements` if the source completes without such an element, and with
  /// `RxError.moreThanOneElement` if a second one arrives, which is not emitted. If `predicate` throws, the sequence
  /// fails.
  ///
  /// Semantics: ReactiveX, Single.
  @preconcurrency
  public func single(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
    filter(predicate).single()
  }
}

private final class OnlyElementSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private var hasElement = false

  override func onNext(_ element: Element) {
    if hasElement { return forwardError(RxError.moreThanOneElement) }
    hasElement = true
    forwardNext(element)
  }

  override func onCompleted() {
    if hasElement { forwardCompleted() } else { forwardError(RxError.noElements) }
  }
}
