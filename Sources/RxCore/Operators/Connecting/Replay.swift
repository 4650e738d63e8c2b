extension ObservableType {
  /// Shares one subscription to the source among all subscribers, and sends the last `bufferSize` elements to each new
  /// one; it starts with `connect()`.
  ///
  /// Each connection has a new subject: what an earlier one sent is not replayed.
  ///
  /// Semantics: ReactiveX, Replay.
  public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
    ConnectableObservable(source: asObservable(), makeSubject: { ReplaySubject.create(bufferSize: bufferSize) })
  }

  /// Shares one subscription to the source among all subscribers, and sends all elements to each new one; it starts
  /// with `connect()`. Memory grows with each element.
  ///
  /// Semantics: ReactiveX, Replay.
  public func replayAll() -> ConnectableObservable<Element> {
    ConnectableObservable(source: asObservable(), makeSubject: { ReplaySubject.createUnbounded() })
  }
}
