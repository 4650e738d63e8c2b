// The operators on several sequences. Each is the operator of the same name of `Observable`, shared.

extension SharedSequenceConvertibleType {
  /// Emits the elements of the sequences that `selector` makes of the elements, as they arrive.
  ///
  /// Semantics: ReactiveX, FlatMap.
  @preconcurrency
  public func flatMap<Sharing, Result>(
    _ selector: @escaping @Sendable (Element) -> SharedSequence<Sharing, Result>
  ) -> SharedSequence<Sharing, Result> {
    SharedSequence(asObservable().flatMap(selector))
  }

  /// Emits the elements of the latest of the sequences that `selector` makes of the elements.
  ///
  /// Semantics: ReactiveX, FlatMapLatest.
  @preconcurrency
  public func flatMapLatest<Sharing, Result>(
    _ selector: @escaping @Sendable (Element) -> SharedSequence<Sharing, Result>
  ) -> SharedSequence<Sharing, Result> {
    SharedSequence(asObservable().flatMapLatest(selector))
  }

  /// Emits, with each element, a result that `resultSelector` makes of it and the latest element of `second`.
  ///
  /// Semantics: ReactiveX, WithLatestFrom.
  @preconcurrency
  public func withLatestFrom<SecondO: SharedSequenceConvertibleType, ResultType>(
    _ second: SecondO, resultSelector: @escaping @Sendable (Element, SecondO.Element) -> ResultType
  ) -> SharedSequence<SharingStrategy, ResultType> where SecondO.SharingStrategy == SharingStrategy {
    SharedSequence(asObservable().withLatestFrom(second, resultSelector: resultSelector))
  }

  /// Emits, with each element, the latest element of `second`.
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
}

extension SharedSequenceConvertibleType where Element: SharedSequenceConvertibleType {
  /// Emits the elements of the latest of the sequences that the source emits.
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

/// Merges the shared sequences that a shared sequence emits. Called like a method of that sequence: `sources.merge()`.
///
/// Why it is not a method: see ``MergeOperator``.
public struct SharedMergeOperator<Inner: SharedSequenceConvertibleType> {
  let sources: Observable<Inner>

  /// Emits the elements of all inner sequences as they arrive.
  ///
  /// Semantics: ReactiveX, Merge.
  public func callAsFunction() -> SharedSequence<Inner.SharingStrategy, Inner.Element> {
    SharedSequence(sources.merge())
  }

  /// Emits the elements of the inner sequences as they arrive, with at most `maxConcurrent` of them subscribed at a time.
  ///
  /// Semantics: ReactiveX, Merge.
  public func callAsFunction(maxConcurrent: Int) -> SharedSequence<Inner.SharingStrategy, Inner.Element> {
    SharedSequence(sources.merge(maxConcurrent: maxConcurrent))
  }
}

extension SharedSequence {
  /// Emits the elements of the sources, one source after the other.
  ///
  /// Semantics: ReactiveX, Concat.
  public static func concat<Sequence: Swift.Sequence>(
    _ sequence: Sequence
  ) -> SharedSequence<SharingStrategy, Element>
  where Sequence.Element == SharedSequence<SharingStrategy, Element> {
    SharedSequence(Observable.concat(sequence.lazy.map { $0.asObservable() }))
  }

  /// Emits the elements of the sources, one source after the other.
  ///
  /// Semantics: ReactiveX, Concat.
  public static func concat<Collection: Swift.Collection>(
    _ collection: Collection
  ) -> SharedSequence<SharingStrategy, Element>
  where Collection.Element == SharedSequence<SharingStrategy, Element> {
    SharedSequence(Observable.concat(collection.map { $0.asObservable() }))
  }
}

extension SharedSequenceConvertibleType {
  /// Emits the elements of the sequence that `selector` makes of an element. Elements that arrive before it completes are dropped.
  ///
  /// Semantics: ReactiveX, FlatMap, and FlatMapFirst of RxSwift.
  @preconcurrency
  public func flatMapFirst<Sharing, Result>(
    _ selector: @escaping @Sendable (Element) -> SharedSequence<Sharing, Result>
  ) -> SharedSequence<Sharing, Result> {
    SharedSequence(asObservable().flatMapFirst(selector))
  }
}
