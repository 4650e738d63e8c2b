extension ObservableType {
  /// Projects each element to a sequence, and emits the elements of the latest sequence. The previous sequence is
  /// disposed.
  ///
  /// Here each inner sequence is `b`, and emits the element for which it was created:
  ///
  /// ```swift
  /// a.flatMapLatest { x in b.map { _ in x } }
  /// ```
  /// ```
  /// a              -1------2---3--|
  /// b              --0--0|
  /// b (1)          -^-----!
  /// b (2)          --------^---!
  /// b (3)          ------------^-----!
  /// flatMapLatest  ---1--1---2---3--3|
  /// ```
  ///
  ///     query.flatMapLatest { text in search(text) }
  ///
  /// Once the source has emitted an element, no queued or later element of the previous sequence is delivered. If the
  /// source or the latest sequence fails, or `selector` throws, the sequence fails. It completes when the source and
  /// the latest sequence have completed. `selector` is called on the source's thread.
  ///
  /// After a ``debounce(_:scheduler:)``, the next element arrives only when the pause is over. Until then, elements of
  /// the previous sequence are still emitted, here 1:
  ///
  /// ```swift
  /// a.debounce(.milliseconds(3), scheduler: scheduler).flatMapLatest { x in b.map { _ in x } }
  /// ```
  /// ```
  /// a        -1----2-------
  /// b        ---0|
  /// b (1)    ----^---!
  /// b (2)    ---------^---!
  /// answers  -------1----2-
  /// ```
  ///
  /// To cancel as soon as the query changes, put the pause inside the closure. `distinctUntilChanged` comes first, so
  /// that an equal query cancels nothing:
  ///
  /// ```swift
  /// a.distinctUntilChanged()
  ///   .flatMapLatest { x in b.map { _ in x }.delaySubscription(.milliseconds(3), scheduler: scheduler) }
  /// ```
  /// ```
  /// a        -1----2-------
  /// b        ---0|
  /// b (1)    ----^-!
  /// b (2)    ---------^---!
  /// answers  ------------2-
  /// ```
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
