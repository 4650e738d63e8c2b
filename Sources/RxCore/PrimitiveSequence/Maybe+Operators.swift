// Operators for `Maybe` alone. Those shared with `Single` are in PrimitiveSequence+Operators.swift.

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// Calls closures for side effects before and after each event, around subscription, and after disposal.
  ///
  /// `onCompleted` and `afterCompleted` are also called for the completion that follows an element. Errors that they or
  /// `afterNext` throw after an element come too late, so they are reported to ``Hooks/defaultErrorHandler``. See
  /// ``ObservableType/do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``
  /// for the closures' threads and other errors that they throw.
  ///
  /// - Parameters:
  ///   - onNext: called before the element is forwarded.
  ///   - afterNext: called after the element has been forwarded.
  ///   - onError: called before an error is forwarded.
  ///   - afterError: called after an error has been forwarded.
  ///   - onCompleted: called before the completion is forwarded.
  ///   - afterCompleted: called after the completion has been forwarded.
  ///   - onSubscribe: called before subscribing to the source.
  ///   - onSubscribed: called after subscribing to the source.
  ///   - onDispose: called after the subscription to the source has been disposed.
  ///
  /// Semantics: ReactiveX, Do.
  @preconcurrency
  public func `do`(
    onNext: (@Sendable (Element) throws -> Void)? = nil, afterNext: (@Sendable (Element) throws -> Void)? = nil,
    onError: (@Sendable (any Error) throws -> Void)? = nil, afterError: (@Sendable (any Error) throws -> Void)? = nil,
    onCompleted: (@Sendable () throws -> Void)? = nil, afterCompleted: (@Sendable () throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Maybe<Element> {
    Maybe(
      raw: source.do(
        DoActions(
          onNext: onNext, afterNext: afterNext, onError: onError, afterError: afterError, onCompleted: onCompleted,
          afterCompleted: afterCompleted, endsWithElement: true),
        onSubscribe, onSubscribed, onDispose))
  }

  /// Emits `default` if the source completes without an element.
  ///
  /// Semantics: ReactiveX, DefaultIfEmpty.
  public func ifEmpty(default: Element) -> Single<Element> {
    Single(raw: source.ifEmpty(default: `default`))
  }

  /// Continues with `other` if the source completes without an element.
  ///
  /// Semantics: ReactiveX, DefaultIfEmpty.
  public func ifEmpty(switchTo other: Maybe<Element>) -> Maybe<Element> {
    Maybe(raw: source.ifEmpty(switchTo: other.asObservable()))
  }

  /// Continues with `other` if the source completes without an element.
  ///
  /// Semantics: ReactiveX, DefaultIfEmpty.
  public func ifEmpty(switchTo other: Single<Element>) -> Single<Element> {
    Single(raw: source.ifEmpty(switchTo: other.asObservable()))
  }
}
