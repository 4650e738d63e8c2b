// `share` is `replay(_:)` or `multicast(_:)`, then `refCount()`. The path of a shared subscription, in this folder:
//
//     first subscriber     RefCountSink.run       joins a new Connection, subscribes to its subject, and starts it
//                          Connections.start      subscribes a ConnectionSink to the source
//     next subscriber      RefCountSink.run       joins the same Connection
//     element              ConnectionSink.onNext  the subject emits it to all members
//     last one leaves      Connections.leave      the Connection is no longer current; disposes the source
//     error, completion    Connection.end         is no longer current; forwards the event; disposes the source
//     a subscriber during  Connections.join       joins the next Connection, which starts once the source of the former
//     one of these two                            one has been disposed: ConnectionsState
//
// So the source has one subscription at a time, whichever threads subscribe and dispose.

/// How long `share` keeps the elements that it replays.
public enum SubjectLifetimeScope: Sendable {
  /// Until the last subscriber leaves or the source terminates. The next subscriber starts over.
  case whileConnected
  /// As long as the observable exists. New subscribers receive the replayed elements even if all others have left, and
  /// then the terminal event if the source has terminated.
  case forever
}

extension ObservableType {
  /// Shares one subscription to the source. It starts with the first subscriber and ends with the last.
  ///
  /// ```swift
  /// a.share()
  /// ```
  /// ```
  /// a      -1---2---3-|
  /// a (1)  ^----------!
  /// at 0   -1---2---3-|
  /// at 6   ---------3-|
  /// ```
  ///
  /// With `replay:`, a new subscriber receives the last elements inside `subscribe`:
  ///
  /// ```swift
  /// a.share(replay: 1)
  /// ```
  /// ```
  /// a      -1---2---3-|
  /// a (1)  ^----------!
  /// a (2)  ------------^----------!
  /// at 0   -1---2---3-|
  /// at 6   ------2--3-|
  /// at 12  -------------1---2---3-|
  /// ticks  0         10        20
  /// ```
  ///
  /// With `scope: .forever`, these elements are kept as long as the observable exists. A subscriber that arrives after
  /// the source has terminated receives them and the terminal event:
  ///
  /// ```swift
  /// a.share(replay: 1, scope: .forever)
  /// ```
  /// ```
  /// a      -1---2---3-|
  /// a (1)  ^----------!
  /// at 0   -1---2---3-|
  /// at 6   ------2--3-|
  /// at 12  ------------(3|)
  /// ```
  ///
  /// Thread-safe and re-entrant; no lock is held while client code runs.
  ///
  /// Semantics: ReactiveX, Publish and RefCount, or Replay.
  public func share(
    replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected
  ) -> Observable<Element> {
    let source = asObservable()
    switch scope {
    case .whileConnected: return source.replay(replay).refCount()
    case .forever: return source.multicast(ReplaySubject.create(bufferSize: replay)).refCount()
    }
  }
}
