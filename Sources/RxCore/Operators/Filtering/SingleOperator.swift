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
    onlyElement(isRequired: true)
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

  /// - Parameter isRequired: whether a source without an element is an error.
  func onlyElement(isRequired: Bool) -> Observable<Element> {
    Operator(asObservable()) { OnlyElementSink(isRequired: isRequired, observer: $0) }
  }
}

private final class OnlyElementSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let isRequired: Bool
  private var hasElement = false

  init(isRequired: Bool, observer: ObserverBase<Element>) {
    self.isRequired = isRequired
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) {
    if hasElement { return forwardError(RxError.moreThanOneElement) }
    hasElement = true
    forwardNext(element)
  }

  override func onCompleted() {
    if hasElement || !isRequired { forwardCompleted() } else { forwardError(RxError.noElements) }
  }
}
