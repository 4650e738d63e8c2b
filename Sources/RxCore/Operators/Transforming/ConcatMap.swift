extension ObservableType {
  /// Projects each element to a sequence, and concatenates the sequences.
  ///
  /// Each inner sequence is subscribed when the previous one completes. `selector` is called as soon as an element
  /// arrives, even if the returned sequence must wait. If the source or an inner sequence fails, or `selector` throws,
  /// the sequence fails. It completes when the source and all inner sequences have completed.
  ///
  /// Semantics: ReactiveX, ConcatMap.
  @preconcurrency
  public func concatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    Flattening(asObservable(), by: MergeMaxConcurrentSink.self) { try selector($0).asObservable() }
  }
}
