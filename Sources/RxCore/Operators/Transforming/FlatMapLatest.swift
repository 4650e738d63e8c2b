extension ObservableType {
  /// Emits the elements of the latest of the sequences that `selector` makes of the elements: each one replaces the
  /// previous one, which is disposed.
  ///
  ///     query.flatMapLatest { text in search(text) }
  ///
  /// Once the source has emitted an element, nothing more of the previous sequence is delivered, whatever it emitted.
  /// An error of the source or of the latest sequence, or one that `selector` throws, ends the sequence. It completes when
  /// the source and the latest sequence have completed. `selector` runs on the thread of the source.
  ///
  /// Semantics: ReactiveX, FlatMapLatest.
  @inlinable
  @preconcurrency
  public func flatMapLatest<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    Flattening(asObservable(), by: SwitchSink.self) { try selector($0).asObservable() }
  }
}
