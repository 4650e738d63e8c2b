extension ObservableType {
  /// Projects each element to a sequence, and merges the sequences into one.
  ///
  /// Here each inner sequence is `b`, and emits the element for which it was created:
  ///
  /// ```swift
  /// a.flatMap { x in b.map { _ in x } }
  /// ```
  /// ```
  /// a        -1------2---3--|
  /// b        --0--0|
  /// b (1)    -^-----!
  /// b (2)    --------^-----!
  /// b (3)    ------------^-----!
  /// flatMap  ---1--1---2--23--3|
  /// ```
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
