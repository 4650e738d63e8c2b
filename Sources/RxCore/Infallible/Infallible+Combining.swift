// Each forwards to the observable's operator of the same name, which says more about its semantics, threads and errors.

extension InfallibleType {
  /// Emits `element`, inside `subscribe`, and then the elements of the source.
  public func startWith(_ element: Element) -> Infallible<Element> {
    Infallible(asObservable().startWith(element))
  }

  /// Emits a result of each element and the latest element of `second`. Elements before the first of `second` are dropped.
  /// An error that `resultSelector` throws breaks the guarantee of the sequence.
  @preconcurrency
  public func withLatestFrom<Source: InfallibleType, ResultType>(
    _ second: Source, resultSelector: @escaping @Sendable (Element, Source.Element) throws -> ResultType
  ) -> Infallible<ResultType> {
    Infallible<ResultType>(asObservable().withLatestFrom(second, resultSelector: resultSelector))
  }

  /// Emits the latest element of `second` at each element. Elements before the first of `second` are dropped.
  public func withLatestFrom<Source: InfallibleType>(_ second: Source) -> Infallible<Source.Element> {
    Infallible<Source.Element>(asObservable().withLatestFrom(second))
  }

  /// Called like a method: `source.concat(second)`. See ``InfallibleConcatOperator``.
  public var concat: InfallibleConcatOperator<Element> { InfallibleConcatOperator(source: asObservable()) }

  /// Emits the elements of the sources, one source after the other. Each is requested from the sequence when the previous
  /// one has completed.
  public static func concat<Sequence: Swift.Sequence>(
    _ sequence: Sequence
  ) -> Infallible<Element> where Sequence.Element == Infallible<Element> {
    Infallible(.concat(sequence.lazy.map { $0.asObservable() }))
  }

  /// Emits the elements of the sources, one source after the other.
  public static func concat<Collection: Swift.Collection>(
    _ collection: Collection
  ) -> Infallible<Element> where Collection.Element == Infallible<Element> {
    Infallible(.concat(collection.map { $0.asObservable() }))
  }

  /// Emits the elements of the sources, one source after the other.
  public static func concat(_ sources: Infallible<Element>...) -> Infallible<Element> {
    concat(sources)
  }

  /// Emits the elements of all sources as they arrive, one at a time, on the threads of the sources.
  public static func merge<Collection: Swift.Collection>(
    _ sources: Collection
  ) -> Infallible<Element> where Collection.Element == Infallible<Element> {
    Infallible(.merge(sources.map { $0.asObservable() }))
  }

  /// Emits the elements of all sources as they arrive, one at a time, on the threads of the sources.
  public static func merge(_ sources: [Infallible<Element>]) -> Infallible<Element> {
    Infallible(.merge(sources.map { $0.asObservable() }))
  }

  /// Emits the elements of all sources as they arrive, one at a time, on the threads of the sources.
  public static func merge(_ sources: Infallible<Element>...) -> Infallible<Element> {
    merge(sources)
  }
}

/// Concatenates an infallible with another. Called like a method of it: `source.concat(second)`.
///
/// Why it is not a method: see ``MergeOperator``.
public struct InfallibleConcatOperator<Element> {
  let source: Observable<Element>

  /// Emits the elements of the source and, once it has completed, those of `second`. An error of `second` breaks the
  /// guarantee of the sequence.
  public func callAsFunction<Source: ObservableConvertibleType>(
    _ second: Source
  ) -> Infallible<Element> where Source.Element == Element {
    Infallible(source.concat(second))
  }
}

extension InfallibleType {
  /// Emits the events of the source that emits first, this one or `right`.
  public func amb<Source: InfallibleType>(_ right: Source) -> Infallible<Element>
  where Source.Element == Element {
    Infallible(asObservable().amb(right.asObservable()))
  }

  /// Emits the events of the source that emits first.
  public static func amb<Sequence: Swift.Sequence>(
    _ sequence: Sequence
  ) -> Infallible<Element> where Sequence.Element == Infallible<Element> {
    Infallible(.amb(sequence.map { $0.asObservable() }))
  }
}
