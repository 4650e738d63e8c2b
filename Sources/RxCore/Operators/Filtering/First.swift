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
    PrimitiveSequence(raw: take(1).map { $0 as Element? }.ifEmpty(default: nil))
  }
}
