extension ObservableType where Element: ObservableConvertibleType {
  /// Emits the elements of the latest inner sequence. Each new inner sequence replaces the previous one, which is
  /// disposed.
  ///
  /// Once the source has emitted a sequence, no queued or later element of the previous one is delivered. An error from
  /// the source or the latest sequence terminates the sequence. It completes when the source and the latest sequence
  /// have completed.
  ///
  /// Semantics: ReactiveX, Switch.
  public func switchLatest() -> Observable<Element.Element> {
    Flattening(asObservable(), by: SwitchSink.self) { $0.asObservable() }
  }
}
