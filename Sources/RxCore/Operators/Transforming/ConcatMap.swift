extension ObservableType {
  /// Emits the elements of the sequences that `selector` makes of the elements, one sequence after the other: each is
  /// subscribed when the previous one has completed.
  ///
  /// An error of the source or of any inner sequence, or one that `selector` throws, ends the sequence. It completes when
  /// the source and all inner sequences have completed. `selector` is called as soon as an element arrives; the sequence
  /// that it returns waits.
  ///
  /// Semantics: ReactiveX, ConcatMap.
  @preconcurrency
  public func concatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    Flattening(asObservable(), by: MergeMaxConcurrentSink.self) { try selector($0).asObservable() }
  }
}
