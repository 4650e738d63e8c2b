extension ObservableType {
  /// Projects each element to a sequence, and concatenates the sequences.
  ///
  /// Here each inner sequence is `b`, and emits the element for which it was created:
  ///
  /// ```swift
  /// a.concatMap { x in b.map { _ in x } }
  /// ```
  /// ```
  /// a          -1------2---3--|
  /// b          --0--0|
  /// b (1)      -^-----!
  /// b (2)      --------^-----!
  /// b (3)      --------------^-----!
  /// concatMap  ---1--1---2--2--3--3|
  /// ticks      0         10        20
  /// ```
  ///
  /// Each inner sequence is subscribed to when the previous one completes. `selector` is called as soon as an element
  /// arrives, even if the returned sequence must wait; sequences are queued without a limit. If the source or an inner
  /// sequence fails, or `selector` throws, the sequence fails. It completes when the source and all inner sequences
  /// have completed.
  ///
  /// Semantics: ReactiveX, ConcatMap.
  @preconcurrency
  public func concatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    Flattening(asObservable(), by: MergeMaxConcurrentSink.self) { try selector($0).asObservable() }
  }
}
