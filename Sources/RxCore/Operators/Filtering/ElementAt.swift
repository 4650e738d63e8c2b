internal import DeliveryCore

extension ObservableType {
  /// Emits the element at the zero-based `index`, then completes and disposes the subscription to the source.
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
    return skip(index).take(1).ifEmpty(switchTo: .error(RxError.argumentOutOfRange))
  }
}
