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

// Relays and controls never fail, so they need nothing for an error.

extension PublishRelay {
  /// The elements as an ``Infallible``.
  ///
  /// Semantics: RxRelay, asInfallible.
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

extension BehaviorRelay {
  /// The value as an ``Infallible``: the current value, then each later one.
  ///
  /// Semantics: RxRelay, asInfallible.
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

extension ReplayRelay {
  /// The elements as an ``Infallible``: the replayed ones, then each later one.
  ///
  /// Semantics: RxRelay, asInfallible.
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

extension ControlEvent {
  /// The events as an ``Infallible``. An error of a control, which must not fail, is reported to
  /// ``Hooks/defaultErrorHandler``, and completes the sequence.
  ///
  /// Semantics: RxCocoa, asInfallible.
  public func asInfallible(file: StaticString = #fileID, line: UInt = #line) -> Infallible<PropertyType> {
    asInfallible(onErrorRecover: { error in
      Hooks.report(unhandled: error, file: file, line: line)
      return .empty()
    })
  }
}
