extension InfallibleType {
  /// Emits the elements of the sequence that `selector` makes of an element; elements are dropped until it has completed. An
  /// error of one breaks the guarantee of the result.
  @preconcurrency
  public func flatMapFirst<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) -> Source
  ) -> Infallible<Source.Element> {
    Infallible<Source.Element>(asObservable().flatMapFirst(selector))
  }
}
