// Operators on several sequences. Each forwards to the operator of the same name on `Observable` and shares the result.

extension SharedSequenceConvertibleType {
  /// Merges the sequences that `selector` returns for the elements.
  ///
  /// Semantics: ReactiveX, FlatMap.
  @preconcurrency
  public func flatMap<Sharing, Result>(
    _ selector: @escaping @Sendable (Element) -> SharedSequence<Sharing, Result>
  ) -> SharedSequence<Sharing, Result> {
    SharedSequence(asObservable().flatMap(selector))
  }

  /// Emits the elements of the latest sequence that `selector` returned.
  ///
  /// Semantics: ReactiveX, FlatMapLatest.
  @preconcurrency
  public func flatMapLatest<Sharing, Result>(
    _ selector: @escaping @Sendable (Element) -> SharedSequence<Sharing, Result>
  ) -> SharedSequence<Sharing, Result> {
    SharedSequence(asObservable().flatMapLatest(selector))
  }

  /// Combines each element with the latest element of `second`, using `resultSelector`.
  ///
  /// Semantics: ReactiveX, WithLatestFrom.
  @preconcurrency
  public func withLatestFrom<SecondO: SharedSequenceConvertibleType, ResultType>(
    _ second: SecondO, resultSelector: @escaping @Sendable (Element, SecondO.Element) -> ResultType
  ) -> SharedSequence<SharingStrategy, ResultType> where SecondO.SharingStrategy == SharingStrategy {
    SharedSequence(asObservable().withLatestFrom(second, resultSelector: resultSelector))
  }

  /// Emits the latest element of `second` for each element.
  ///
  /// Semantics: ReactiveX, WithLatestFrom.
  public func withLatestFrom<SecondO: SharedSequenceConvertibleType>(
    _ second: SecondO
  ) -> SharedSequence<SharingStrategy, SecondO.Element> {
    SharedSequence(asObservable().withLatestFrom(second))
  }

  /// Emits the elements of all `sources` as they arrive.
  ///
  /// Semantics: ReactiveX, Merge.
  public static func merge<Collection: Swift.Collection>(
    _ sources: Collection
  ) -> SharedSequence<SharingStrategy, Element>
  where Collection.Element == SharedSequence<SharingStrategy, Element> {
    SharedSequence(Observable.merge(sources.map { $0.asObservable() }))
  }

  /// Emits the elements of all `sources` as they arrive.
  ///
  /// Semantics: ReactiveX, Merge.
  public static func merge(
    _ sources: [SharedSequence<SharingStrategy, Element>]
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(Observable.merge(sources.map { $0.asObservable() }))
  }

  /// Emits the elements of all `sources` as they arrive.
  ///
  /// Semantics: ReactiveX, Merge.
  public static func merge(
    _ sources: SharedSequence<SharingStrategy, Element>...
  ) -> SharedSequence<SharingStrategy, Element> {
    merge(sources)
  }

  /// Emits the elements of the sequence that `selector` returns for an element, and drops further elements until that
  /// sequence has completed.
  ///
  /// Semantics: RxSwift, flatMapFirst.
  @preconcurrency
  public func flatMapFirst<Sharing, Result>(
    _ selector: @escaping @Sendable (Element) -> SharedSequence<Sharing, Result>
  ) -> SharedSequence<Sharing, Result> {
    SharedSequence(asObservable().flatMapFirst(selector))
  }
}

extension SharedSequenceConvertibleType where Element: SharedSequenceConvertibleType {
  /// Emits the elements of the latest sequence that the source emitted.
  ///
  /// Semantics: ReactiveX, Switch.
  public func switchLatest() -> SharedSequence<Element.SharingStrategy, Element.Element> {
    SharedSequence(asObservable().switchLatest())
  }

  /// Called like a method: `sources.merge()`, or `sources.merge(maxConcurrent: 3)`.
  ///
  /// Semantics: ReactiveX, Merge.
  public var merge: SharedMergeOperator<Element> { SharedMergeOperator(sources: asObservable()) }
}

/// Merges the shared sequences that a shared sequence emits. Called like a method: `sources.merge()`.
///
/// ``MergeOperator`` explains why this is not a method.
public struct SharedMergeOperator<Inner: SharedSequenceConvertibleType> {
  let sources: Observable<Inner>

  /// Emits the elements of all inner sequences as they arrive.
  ///
  /// Semantics: ReactiveX, Merge.
  public func callAsFunction() -> SharedSequence<Inner.SharingStrategy, Inner.Element> {
    SharedSequence(sources.merge())
  }

  /// Emits the elements of the inner sequences as they arrive, subscribing to at most `maxConcurrent` of them at a
  /// time.
  ///
  /// Semantics: ReactiveX, Merge.
  public func callAsFunction(maxConcurrent: Int) -> SharedSequence<Inner.SharingStrategy, Inner.Element> {
    SharedSequence(sources.merge(maxConcurrent: maxConcurrent))
  }
}

extension SharedSequence {
  /// Emits the elements of the sources, one source after another.
  ///
  /// Semantics: ReactiveX, Concat.
  public static func concat<Sequence: Swift.Sequence>(
    _ sequence: Sequence
  ) -> SharedSequence<SharingStrategy, Element>
  where Sequence.Element == SharedSequence<SharingStrategy, Element> {
    SharedSequence(Concat(sequence))
  }

  /// Emits the elements of the sources, one source after another.
  ///
  /// Semantics: ReactiveX, Concat.
  public static func concat<Collection: Swift.Collection>(
    _ collection: Collection
  ) -> SharedSequence<SharingStrategy, Element>
  where Collection.Element == SharedSequence<SharingStrategy, Element> {
    SharedSequence(Concat(Array(collection)))
  }
}
