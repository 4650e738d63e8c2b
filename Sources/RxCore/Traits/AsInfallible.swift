extension ObservableConvertibleType {
  /// The sequence as an ``Infallible``, which emits `element` instead of an error, and completes.
  ///
  /// Semantics: ReactiveX, Catch.
  public func asInfallible(onErrorJustReturn element: Element) -> Infallible<Element> {
    Infallible(asObservable().catchAndReturn(element))
  }

  /// The sequence as an ``Infallible``, which continues with `infallible` after an error.
  ///
  /// Semantics: ReactiveX, Catch.
  public func asInfallible(onErrorFallbackTo infallible: Infallible<Element>) -> Infallible<Element> {
    Infallible(.catch(sequence: [asObservable(), infallible.asObservable()]))
  }

  /// The sequence as an ``Infallible``, which continues after an error with the sequence that `onErrorRecover` makes of it.
  ///
  ///     load().asInfallible(onErrorRecover: { error in .just(.failed(error)) })
  ///
  /// Semantics: ReactiveX, Catch.
  @preconcurrency
  public func asInfallible(
    onErrorRecover: @escaping @Sendable (any Error) -> Infallible<Element>
  ) -> Infallible<Element> {
    Infallible(asObservable().catch { onErrorRecover($0).asObservable() })
  }
}
