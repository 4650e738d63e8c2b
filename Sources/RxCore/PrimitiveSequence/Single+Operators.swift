// Operators for `Single` alone. Those shared with `Maybe` are in PrimitiveSequence+Operators.swift.

extension PrimitiveSequenceType where Trait == SingleTrait {
  /// Calls closures for side effects before and after the outcome, around subscription, and after disposal. See
  /// ``ObservableType/do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
  ///
  /// An error that `onSuccess` or `onError` throws replaces the outcome. Errors that `afterSuccess` and `afterError`
  /// throw come too late, so they are reported to ``Hooks/defaultErrorHandler``.
  ///
  /// - Parameters:
  ///   - onSuccess: called before the element is forwarded.
  ///   - afterSuccess: called after the element has been forwarded.
  ///   - onError: called before an error is forwarded.
  ///   - afterError: called after an error has been forwarded.
  ///   - onSubscribe: called before subscribing to the source.
  ///   - onSubscribed: called after subscribing to the source.
  ///   - onDispose: called after the subscription to the source has been disposed.
  ///
  /// Semantics: ReactiveX, Do.
  @preconcurrency
  public func `do`(
    onSuccess: (@Sendable (Element) throws -> Void)? = nil, afterSuccess: (@Sendable (Element) throws -> Void)? = nil,
    onError: (@Sendable (any Error) throws -> Void)? = nil, afterError: (@Sendable (any Error) throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Single<Element> {
    Single(
      raw: source.do(
        DoActions(
          onNext: onSuccess, afterNext: afterSuccess, onError: onError, afterError: afterError, endsWithElement: true),
        onSubscribe, onSubscribed, onDispose))
  }

  /// Continues with the maybe that `selector` returns for the element. If `selector` throws, the sequence fails.
  ///
  /// Semantics: ReactiveX, FlatMap.
  @preconcurrency
  public func flatMapMaybe<Result>(
    _ selector: @escaping @Sendable (Element) throws -> Maybe<Result>
  ) -> Maybe<Result> {
    Maybe(raw: source.flatMap(selector))
  }

  /// Continues with the completable that `selector` returns for the element.
  ///
  /// If `selector` throws, the sequence fails.
  ///
  /// Semantics: ReactiveX, FlatMap.
  @preconcurrency
  public func flatMapCompletable(
    _ selector: @escaping @Sendable (Element) throws -> Completable
  ) -> Completable {
    Completable(raw: source.flatMap(selector))
  }

  /// Combines the elements of all singles with `resultSelector`. The first error terminates the sequence.
  ///
  /// If there are no singles, `resultSelector` is called inside `subscribe` with an empty array. If `resultSelector`
  /// throws, the sequence fails.
  ///
  /// Semantics: ReactiveX, Zip.
  @preconcurrency
  public static func zip<Collection: Swift.Collection, Result>(
    _ collection: Collection, resultSelector: @escaping @Sendable ([Element]) throws -> Result
  ) -> PrimitiveSequence<Trait, Result> where Collection.Element == PrimitiveSequence<Trait, Element> {
    if collection.isEmpty { return .deferred { .just(try resultSelector([])) } }
    let sources = collection.map { $0.asObservable() }
    return PrimitiveSequence<Trait, Result>(raw: .zip(sources, resultSelector: resultSelector))
  }

  /// Combines the elements of all singles into an array. The first error terminates the sequence.
  ///
  /// Semantics: ReactiveX, Zip.
  public static func zip<Collection: Swift.Collection>(
    _ collection: Collection
  ) -> PrimitiveSequence<Trait, [Element]> where Collection.Element == PrimitiveSequence<Trait, Element> {
    zip(collection, resultSelector: { $0 })
  }
}
