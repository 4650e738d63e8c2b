/// How long `share` keeps the elements that it replays.
public enum SubjectLifetimeScope: Sendable {
  /// Until the last subscriber leaves or the source terminates. The next subscriber starts over.
  case whileConnected
  /// As long as the observable exists. New subscribers receive the replayed elements even if all others have left, and
  /// then the terminal event if the source has terminated.
  case forever
}

extension ObservableType {
  /// Shares one subscription to the source, which starts with the first subscriber and ends with the last.
  ///
  /// New subscribers receive the last `replay` elements. Thread-safe and re-entrant; no lock is held while client code
  /// runs.
  ///
  /// Semantics: ReactiveX, Publish and RefCount, or Replay.
  public func share(
    replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected
  ) -> Observable<Element> {
    let source = asObservable()
    switch scope {
    case .whileConnected: return (replay == 0 ? source.publish() : source.replay(replay)).refCount()
    case .forever:
      let connectable =
        replay == 0 ? source.multicast(PublishSubject()) : source.multicast(ReplaySubject.create(bufferSize: replay))
      return connectable.refCount()
    }
  }
}
