extension ObservableType {
  /// Shares one subscription to the source, and replays the last `bufferSize` elements to each new subscriber.
  ///
  /// The subscription starts with `connect()`. Each connection has a new subject: it ends with the source, and its
  /// elements are not replayed by the next one. To replay them even after the source has terminated, use
  /// `multicast(ReplaySubject.create(bufferSize:))`.
  ///
  /// Semantics: ReactiveX, Replay.
  public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
    ConnectableObservable(source: asObservable(), makeSubject: { ReplaySubject.create(bufferSize: bufferSize) })
  }

  /// Shares one subscription to the source, and replays all elements to each new subscriber.
  ///
  /// The subscription starts with `connect()`. Memory use grows with each element. The connection ends with the source,
  /// and later subscribers wait for the next one. To replay all elements even after the source has terminated, use
  /// `multicast(ReplaySubject.createUnbounded())`.
  ///
  /// Semantics: ReactiveX, Replay.
  public func replayAll() -> ConnectableObservable<Element> {
    ConnectableObservable(source: asObservable(), makeSubject: { ReplaySubject.createUnbounded() })
  }
}
