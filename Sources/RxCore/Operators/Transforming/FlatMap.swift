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
    asObservable().merging { try selector($0).asObservable() }
  }
}

extension Observable {
  /// Merges the sequences that `selector` makes of the elements. The operators that call this are inlinable, so that where the
  /// elements are known the closure around their selector looks up no type for each element.
  @usableFromInline
  func merging<Output>(_ selector: @escaping (Element) throws -> Observable<Output>) -> Observable<Output> {
    Operator(self) { MergeSink(selector: selector, observer: $0) }
  }

  /// Switches to the latest of the sequences that `selector` makes of the elements. See ``merging(_:)``.
  @usableFromInline
  func switching<Output>(_ selector: @escaping (Element) throws -> Observable<Output>) -> Observable<Output> {
    Operator(self) { SwitchSink(selector: selector, observer: $0) }
  }
}
