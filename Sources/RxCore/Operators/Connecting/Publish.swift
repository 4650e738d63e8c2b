extension ObservableType {
  /// Shares one subscription to the source among all subscribers. The subscription starts with `connect()`.
  ///
  /// ```swift
  /// let shared = a.publish()
  /// scheduler.scheduleAt(3) { _ = shared.connect() }
  /// ```
  /// ```
  /// a      -1---2---3-|
  /// a (1)  ---^----------!
  /// at 0   ----1---2---3-|
  /// at 8   --------2---3-|
  /// ```
  ///
  /// Each connection uses a new `PublishSubject`.
  ///
  /// Semantics: ReactiveX, Publish.
  public func publish() -> ConnectableObservable<Element> {
    ConnectableObservable(
      source: asObservable(), makeSubject: { PublishSubject() }, didDispose: { $0.endSubscriptions() })
  }
}
