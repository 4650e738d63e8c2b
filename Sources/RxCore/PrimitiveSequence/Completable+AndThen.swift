extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
  /// Subscribes to `second` when the source has completed, and emits its outcome. An error of the source is the outcome.
  ///
  ///     save(draft).andThen(load())
  ///
  /// `second` is subscribed on the thread on which the source completes; never after an error or disposal.
  ///
  /// Semantics: ReactiveX, Concat.
  public func andThen<Element>(_ second: Single<Element>) -> Single<Element> {
    Single(raw: completion(followedBy: second.asObservable()))
  }

  /// Subscribes to `second` when the source has completed, and emits its outcome. An error of the source is the outcome.
  ///
  /// `second` is subscribed on the thread on which the source completes; never after an error or disposal.
  ///
  /// Semantics: ReactiveX, Concat.
  public func andThen<Element>(_ second: Maybe<Element>) -> Maybe<Element> {
    Maybe(raw: completion(followedBy: second.asObservable()))
  }

  /// Subscribes to `second` when the source has completed, and emits its outcome. An error of the source is the outcome.
  ///
  /// `second` is subscribed on the thread on which the source completes; never after an error or disposal.
  ///
  /// Semantics: ReactiveX, Concat.
  public func andThen(_ second: Completable) -> Completable {
    concat(second)
  }

  /// Subscribes to `second` when the source has completed, and emits its events. An error of the source ends the sequence.
  ///
  /// `second` is subscribed on the thread on which the source completes; never after an error or disposal.
  ///
  /// Semantics: ReactiveX, Concat.
  public func andThen<Element>(_ second: Observable<Element>) -> Observable<Element> {
    completion(followedBy: second)
  }

  private func completion<Element>(followedBy second: Observable<Element>) -> Observable<Element> {
    .concat([source.map { never -> Element in }, second])
  }
}
