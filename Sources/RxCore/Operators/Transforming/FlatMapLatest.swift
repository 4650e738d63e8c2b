extension ObservableType {
  /// Projects each element to a sequence, and emits the elements of the latest sequence. The previous sequence is
  /// disposed.
  ///
  ///     query.flatMapLatest { text in search(text) }
  ///
  /// Once the source has emitted an element, no queued or later element of the previous sequence is delivered. If the
  /// source or the latest sequence fails, or `selector` throws, the sequence fails. It completes when the source and
  /// the latest sequence have completed. `selector` is called on the source's thread.
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
