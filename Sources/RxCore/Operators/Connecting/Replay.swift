extension ObservableType {
  /// Shares one subscription to the source, and replays the last `bufferSize` elements to each new subscriber.
  ///
  /// ```swift
  /// let shared = a.replay(1)
  /// scheduler.scheduleAt(3) { _ = shared.connect() }
  /// ```
  /// ```
  /// a      -1---2---3-|
  /// a (1)  ---^----------!
  /// at 0   ----1---2---3-|
  /// at 10  ----------2-3-|
  /// at 15  ---------------
  /// ```
  ///
  /// The subscription starts with `connect()`. Each connection uses a new subject, which terminates with the source, so
  /// the next connection does not replay the earlier elements. To replay elements even after the source has terminated,
  /// use `multicast(ReplaySubject.create(bufferSize:))`.
  ///
  /// Semantics: ReactiveX, Replay.
  public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
    ConnectableObservable(
      source: asObservable(), makeSubject: { ReplaySubject.create(bufferSize: bufferSize) },
      didDispose: { $0.endSubscriptions() })
  }

  /// Shares one subscription to the source, and replays all elements to each new subscriber.
  ///
  /// ```swift
  /// let shared = a.replayAll()
  /// scheduler.scheduleAt(3) { _ = shared.connect() }
  /// ```
  /// ```
  /// a      -1---2---3-   |
  /// a (1)  ---^-------   ---!
  /// at 0   ----1---2--   -3-|
  /// at 10  ----------(12)-3-|
  /// at 15  -----------   ----
  /// ```
  ///
  /// The subscription starts with `connect()`. Memory use grows with each element. The connection ends with the source,
  /// and later subscribers wait for the next connection. To replay all elements even after the source has terminated,
  /// use `multicast(ReplaySubject.createUnbounded())`.
  ///
  /// Semantics: ReactiveX, Replay.
  public func replayAll() -> ConnectableObservable<Element> {
    replay(.max)
  }
}
