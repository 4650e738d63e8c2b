extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
  /// Calls closures for side effects before and after the outcome, around subscription, and after disposal. See
  /// ``ObservableType/do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
  ///
  /// An error that `onError` or `onCompleted` throws replaces the outcome.
  ///
  /// - Parameters:
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
    onError: (@Sendable (any Error) throws -> Void)? = nil, afterError: (@Sendable (any Error) throws -> Void)? = nil,
    onCompleted: (@Sendable () throws -> Void)? = nil, afterCompleted: (@Sendable () throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Completable {
    Completable(
      raw: source.do(
        onError: onError, afterError: afterError, onCompleted: onCompleted, afterCompleted: afterCompleted,
        onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
  }

  /// Subscribes to `second` when the source completes, and completes when `second` does.
  ///
  /// The first error terminates the sequence.
  ///
  /// Semantics: ReactiveX, Concat.
  public func concat(_ second: Completable) -> Completable {
    Completable(raw: .concat([source, second.asObservable()]))
  }

  /// Subscribes to the sources one after another, and completes when the last one completes.
  ///
  /// An error from any source terminates the sequence. Each source is requested from `sequence` only when the previous
  /// one has completed.
  ///
  /// Semantics: ReactiveX, Concat.
  public static func concat<Sequence: Swift.Sequence>(
    _ sequence: Sequence
  ) -> Completable where Sequence.Element == Completable {
    Completable(raw: Concat(sequence))
  }

  /// Subscribes to the sources one after another, and completes when the last one completes.
  ///
  /// An error from any source terminates the sequence.
  ///
  /// Semantics: ReactiveX, Concat.
  public static func concat<Collection: Swift.Collection>(
    _ collection: Collection
  ) -> Completable where Collection.Element == Completable {
    Completable(raw: Concat(Array(collection)))
  }

  /// Subscribes to the sources one after another, and completes when the last one completes.
  ///
  /// An error from any source terminates the sequence.
  ///
  /// Semantics: ReactiveX, Concat.
  public static func concat(_ sources: Completable...) -> Completable {
    concat(sources)
  }

  /// Completes when all sources have completed. The first error terminates the sequence and disposes the other
  /// subscriptions.
  ///
  /// Semantics: ReactiveX, Merge.
  public static func zip<Collection: Swift.Collection>(
    _ sources: Collection
  ) -> Completable where Collection.Element == Completable {
    Completable(raw: .merge(sources.map { $0.asObservable() }))
  }

  /// Completes when all sources have completed. The first error terminates the sequence and disposes the other
  /// subscriptions.
  ///
  /// Semantics: ReactiveX, Merge.
  public static func zip(_ sources: Completable...) -> Completable {
    zip(sources)
  }
}
