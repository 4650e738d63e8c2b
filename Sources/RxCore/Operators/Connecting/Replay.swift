extension ObservableType {
  /// Shares one subscription to the source among all subscribers, and replays the last `bufferSize` elements to each new
  /// subscriber. It starts with `connect()`.
  ///
  /// Each connection has a new subject: the elements of an earlier connection are not replayed, and a connection ends with the
  /// source. With `multicast(ReplaySubject.create(bufferSize:))` they are replayed after the end of the source as well.
  ///
  /// Semantics: ReactiveX, Replay.
  public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
    ConnectableObservable(source: asObservable(), makeSubject: { ReplaySubject.create(bufferSize: bufferSize) })
  }

  /// Shares one subscription to the source among all subscribers, and replays all elements to each new subscriber. It starts
  /// with `connect()`. Memory grows with each element.
  ///
  /// The connection ends with the source, and later subscribers wait for the next one. With
  /// `multicast(ReplaySubject.createUnbounded())` they receive all elements also after the end of the source.
  ///
  /// Semantics: ReactiveX, Replay.
  public func replayAll() -> ConnectableObservable<Element> {
    ConnectableObservable(source: asObservable(), makeSubject: { ReplaySubject.createUnbounded() })
  }
}
