extension ObservableConvertibleType {
  /// Converts the sequence to an ``Infallible`` that replaces an error with `element` and completes.
  ///
  /// ```swift
  /// a.asInfallible(onErrorJustReturn: 0)
  /// ```
  /// ```
  /// a             -1--2--#
  /// asInfallible  -1--2--(0|)
  /// ```
  ///
  /// Semantics: ReactiveX, Catch.
  public func asInfallible(onErrorJustReturn element: Element) -> Infallible<Element> {
    Infallible(asObservable().catchAndReturn(element))
  }

  /// Converts the sequence to an ``Infallible`` that continues with `infallible` after an error.
  ///
  /// Semantics: ReactiveX, Catch.
  public func asInfallible(onErrorFallbackTo infallible: Infallible<Element>) -> Infallible<Element> {
    let fallback = infallible.asObservable()
    return Infallible(Operator(asObservable()) { CatchSink(handler: { _ in fallback }, observer: $0) })
  }

  /// Converts the sequence to an ``Infallible`` that, after an error, continues with the sequence that `onErrorRecover`
  /// returns.
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

// Relays never fail, so no error needs to be handled.

extension PublishRelay {
  /// Converts the relay to an ``Infallible``.
  ///
  /// Semantics: RxRelay, asInfallible.
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

extension BehaviorRelay {
  /// Converts the relay to an ``Infallible`` that emits the current value, then each later one.
  ///
  /// Semantics: RxRelay, asInfallible.
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

extension ReplayRelay {
  /// Converts the relay to an ``Infallible`` that emits the replayed elements, then each later one.
  ///
  /// Semantics: RxRelay, asInfallible.
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

extension ControlEvent {
  /// Converts the control event to an ``Infallible``. A control must not fail; if it does, the error is reported to
  /// ``Hooks/defaultErrorHandler`` and the sequence completes.
  ///
  /// Semantics: RxCocoa, asInfallible.
  public func asInfallible(file: StaticString = #fileID, line: UInt = #line) -> Infallible<PropertyType> {
    Infallible(asObservable().reportingError(file: file, line: line))
  }
}
