internal import DeliveryCore

extension ObservableType {
  /// Emits the element at the zero-based `index`, then completes and disposes the source.
  ///
  /// ```swift
  /// a.element(at: 1)
  /// ```
  /// ```
  /// a             -1--2   --3-|
  /// element(at:)  ----(2|)
  /// ```
  ///
  /// Fails with `RxError.argumentOutOfRange` if the source completes before that element. A negative index stops the
  /// program.
  ///
  /// Semantics: ReactiveX, ElementAt.
  public func element(at index: Int) -> Observable<Element> {
    require(index >= 0, "element(at:) was given a negative index: \(index).")
    return Operator(asObservable()) { ElementAtSink(index: index, observer: $0) }
  }
}

private final class ElementAtSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  /// The number of elements still to skip; -1 once the element has arrived.
  private var remaining: Int

  init(index: Int, observer: ObserverBase<Element>) {
    remaining = index
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) {
    guard remaining >= 0 else { return }
    remaining -= 1
    if remaining >= 0 { return }
    forwardNext(element)
    forwardCompleted()
  }

  override func onCompleted() { forwardError(RxError.argumentOutOfRange) }
}
