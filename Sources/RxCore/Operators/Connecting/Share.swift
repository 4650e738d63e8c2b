/// How long the elements that `share` replays are kept.
public enum SubjectLifetimeScope: Sendable {
  /// While there is a subscriber: one that comes after the last has left, or after the end, starts anew.
  case whileConnected
  /// As long as the observable exists: a subscriber that comes after the last has left receives the earlier elements, and
  /// after the end those elements and the end.
  case forever
}

extension ObservableType {
  /// Shares one subscription to the source among all subscribers: it starts with the first and ends with the last. New
  /// subscribers receive the last `replay` elements.
  ///
  /// Subscribe, dispose and emit from any thread and from inside observers; no lock is held while other code is called.
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
