extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
  /// Subscribes to `second` when the source completes, and emits the outcome of `second`.
  ///
  /// An error from the source terminates the sequence.
  ///
  ///     save(draft).andThen(load())
  ///
  /// The subscription to `second` is made on the thread on which the source completes, and never after an error or
  /// disposal.
  ///
  /// Semantics: ReactiveX, Concat.
  public func andThen<Element>(_ second: Single<Element>) -> Single<Element> {
    Single(raw: completion(followedBy: second.asObservable()))
  }

  /// Subscribes to `second` when the source completes, and emits the outcome of `second`.
  ///
  /// An error from the source terminates the sequence. The subscription to `second` is made on the thread on which the
  /// source completes, and never after an error or disposal.
  ///
  /// Semantics: ReactiveX, Concat.
  public func andThen<Element>(_ second: Maybe<Element>) -> Maybe<Element> {
    Maybe(raw: completion(followedBy: second.asObservable()))
  }

  /// Subscribes to `second` when the source completes, and emits the outcome of `second`.
  ///
  /// An error from the source terminates the sequence. The subscription to `second` is made on the thread on which the
  /// source completes, and never after an error or disposal.
  ///
  /// Semantics: ReactiveX, Concat.
  public func andThen(_ second: Completable) -> Completable {
    concat(second)
  }

  /// Subscribes to `second` when the source completes, and emits the events of `second`.
  ///
  /// ```swift
  /// a.ignoreElements().asCompletable().andThen(b)
  /// ```
  /// ```
  /// a        -1--2--|
  /// b        --7-8|
  /// b (1)    -------^----!
  /// andThen  ---------7-8|
  /// ```
  ///
  /// An error from the source terminates the sequence. The subscription to `second` is made on the thread on which the
  /// source completes, and never after an error or disposal.
  ///
  /// Semantics: ReactiveX, Concat.
  public func andThen<Element>(_ second: Observable<Element>) -> Observable<Element> {
    completion(followedBy: second)
  }

  private func completion<Element>(followedBy second: Observable<Element>) -> Observable<Element> {
    .concat([source.map { never -> Element in }, second])
  }
}
