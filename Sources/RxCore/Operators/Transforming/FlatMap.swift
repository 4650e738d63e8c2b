extension ObservableType {
  /// Projects each element to a sequence, and merges the sequences into one.
  ///
  ///     ids.flatMap { id in load(id) }
  ///
  /// If the source or an inner sequence fails, or `selector` throws, the sequence fails. It completes when the source
  /// and all inner sequences have completed. `selector` is called on the source's thread; elements are emitted one at a
  /// time on the inner sequences' threads.
  ///
  /// Semantics: ReactiveX, FlatMap.
  @inlinable
  @preconcurrency
  public func flatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    Flattening(asObservable(), by: MergeSink.self) { try selector($0).asObservable() }
  }
}
