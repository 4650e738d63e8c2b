extension ObservableType {
  /// Emits the elements of the sequences that `selector` makes of the elements, as they arrive.
  ///
  ///     ids.flatMap { id in load(id) }
  ///
  /// An error of the source or of any inner sequence, or one that `selector` throws, ends the sequence. It completes when
  /// the source and all inner sequences have completed. `selector` runs on the thread of the source; elements are emitted
  /// on the threads of the inner sequences, one at a time.
  ///
  /// Semantics: ReactiveX, FlatMap.
  @inlinable
  @preconcurrency
  public func flatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    FlatMap(source: asObservable(), selector: { try selector($0).asObservable() })
  }
}

/// The observable behind `flatMap` and `merge()`. Inlinable up to its initialiser, so that where the elements are known
/// its type is not looked up.
@usableFromInline
final class FlatMap<Element, Output>: InnerSources<Element, Output>, @unchecked Sendable {
  @usableFromInline
  override init(source: Observable<Element>, selector: @escaping (Element) throws -> Observable<Output>) {
    super.init(source: source, selector: selector)
  }

  override func makeSink(_ observer: ObserverBase<Output>) -> InnerSourcesSink<Element, Output> {
    MergeSink(selector: selector, observer: observer)
  }
}
