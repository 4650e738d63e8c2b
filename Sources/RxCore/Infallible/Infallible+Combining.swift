// Each method forwards to the operator of the same name on `Observable`, which documents semantics, threads and errors.

extension InfallibleType {
  /// Emits `element` inside `subscribe`, then the source's elements.
  public func startWith(_ element: Element) -> Infallible<Element> {
    Infallible(asObservable().startWith(element))
  }

  /// Combines each element with the latest element of `second`, using `resultSelector`.
  ///
  /// Elements that arrive before `second` has emitted are dropped. `resultSelector` should not throw, because an
  /// `Infallible` must never fail.
  @preconcurrency
  public func withLatestFrom<Source: InfallibleType, ResultType>(
    _ second: Source, resultSelector: @escaping @Sendable (Element, Source.Element) throws -> ResultType
  ) -> Infallible<ResultType> {
    Infallible<ResultType>(asObservable().withLatestFrom(second, resultSelector: resultSelector))
  }

  /// Emits the latest element of `second` for each element. Elements that arrive before `second` has emitted are
  /// dropped.
  public func withLatestFrom<Source: InfallibleType>(_ second: Source) -> Infallible<Source.Element> {
    Infallible<Source.Element>(asObservable().withLatestFrom(second))
  }

  /// Called like a method: `source.concat(second)`. See ``InfallibleConcatOperator``.
  public var concat: InfallibleConcatOperator<Element> { InfallibleConcatOperator(source: asObservable()) }

  /// Emits the elements of the sources, one source after another.
  ///
  /// Each source is requested from `sequence` when the previous one has completed.
  public static func concat<Sequence: Swift.Sequence>(
    _ sequence: Sequence
  ) -> Infallible<Element> where Sequence.Element == Infallible<Element> {
    Infallible(Concat(sequence))
  }

  /// Emits the elements of the sources, one source after another.
  public static func concat<Collection: Swift.Collection>(
    _ collection: Collection
  ) -> Infallible<Element> where Collection.Element == Infallible<Element> {
    Infallible(Concat(Array(collection)))
  }

  /// Emits the elements of the sources, one source after another.
  public static func concat(_ sources: Infallible<Element>...) -> Infallible<Element> {
    concat(sources)
  }

  /// Emits the elements of all sources as they arrive, one at a time, on the sources' threads.
  public static func merge<Collection: Swift.Collection>(
    _ sources: Collection
  ) -> Infallible<Element> where Collection.Element == Infallible<Element> {
    Infallible(.merge(sources.map { $0.asObservable() }))
  }

  /// Emits the elements of all sources as they arrive, one at a time, on the sources' threads.
  public static func merge(_ sources: [Infallible<Element>]) -> Infallible<Element> {
    Infallible(.merge(sources.map { $0.asObservable() }))
  }

  /// Emits the elements of all sources as they arrive, one at a time, on the sources' threads.
  public static func merge(_ sources: Infallible<Element>...) -> Infallible<Element> {
    merge(sources)
  }

  /// Mirrors this source or `right`, whichever emits first.
  public func amb<Source: InfallibleType>(_ right: Source) -> Infallible<Element>
  where Source.Element == Element {
    Infallible(asObservable().amb(right.asObservable()))
  }

  /// Mirrors whichever source emits first.
  public static func amb<Sequence: Swift.Sequence>(
    _ sequence: Sequence
  ) -> Infallible<Element> where Sequence.Element == Infallible<Element> {
    Infallible(.amb(sequence.map { $0.asObservable() }))
  }
}

/// Concatenates an infallible sequence with another. Called like a method: `source.concat(second)`.
///
/// ``MergeOperator`` explains why this is not a method.
public struct InfallibleConcatOperator<Element> {
  let source: Observable<Element>

  /// Emits the source's elements and, once the source has completed, the elements of `second`.
  ///
  /// `second` should not fail, because an `Infallible` must never fail.
  public func callAsFunction<Source: ObservableConvertibleType>(
    _ second: Source
  ) -> Infallible<Element> where Source.Element == Element {
    Infallible(source.concat(second))
  }
}
