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
    Flattening(asObservable(), by: MergeSink.self) { try selector($0).asObservable() }
  }
}
