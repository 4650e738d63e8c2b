extension ObservableType where Element: ObservableConvertibleType {
  /// Emits the elements of the latest inner sequence. Each new inner sequence replaces the previous one, which is
  /// disposed.
  ///
  /// Here each inner sequence is `b`, and emits the element for which it was created:
  ///
  /// ```swift
  /// a.map { x in b.map { _ in x } }.switchLatest()
  /// ```
  /// ```
  /// a             -1------2---3--|
  /// b             --0--0|
  /// b (1)         -^-----!
  /// b (2)         --------^---!
  /// b (3)         ------------^-----!
  /// switchLatest  ---1--1---2---3--3|
  /// ```
  ///
  /// Once the source has emitted a sequence, no queued or later element of the previous one is delivered. An error from
  /// the source or the latest sequence terminates the sequence. It completes when the source and the latest sequence
  /// have completed. ``ObservableType/flatMapLatest(_:)`` is `map` and `switchLatest` in one.
  ///
  /// Semantics: ReactiveX, Switch.
  public func switchLatest() -> Observable<Element.Element> {
    Flattening(asObservable(), by: SwitchSink.self) { $0.asObservable() }
  }
}
