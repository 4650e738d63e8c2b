extension ObservableType where Element: ObservableConvertibleType {
  /// Emits the elements of the latest inner sequence: each one replaces the previous one, which is disposed.
  ///
  /// Once the source has emitted a sequence, nothing more of the previous one is delivered, whatever it emitted. An error
  /// of the source or of the latest sequence ends the sequence. It completes when the source and the latest sequence have
  /// completed.
  ///
  /// Semantics: ReactiveX, Switch.
  public func switchLatest() -> Observable<Element.Element> {
    Flattening(asObservable(), by: SwitchSink.self) { $0.asObservable() }
  }
}
