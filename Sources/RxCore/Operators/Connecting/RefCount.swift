extension ConnectableObservable {
  /// Connects with the first subscriber and disposes the connection with the last. Whoever comes later starts the next
  /// one.
  ///
  /// Subscribe, dispose and send from any thread and from inside observers; no lock is held while anyone is called.
  ///
  /// Semantics: ReactiveX, RefCount.
  public func refCount() -> Observable<Element> {
    RefCount(source: self)
  }
}

private final class RefCount<Element>: Producer<Element>, @unchecked Sendable {
  private let source: ConnectableObservable<Element>

  init(source: ConnectableObservable<Element>) {
    self.source = source
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = IdentitySink<Element>(observer: observer, cancel: cancel)
    // Counted before it subscribes: else the last of the others could end the connection in between.
    let connection = source.join()
    let subscription = connection.subject.subscribe(erased: sink)
    // A subscriber that is told all there is inside its subscription needs no source.
    if !sink.isDisposed { source.start(connection) }
    return (sink, Membership(source: source, connection: connection, subscription: subscription))
  }
}

/// What one subscriber of `refCount` disposes, once.
private final class Membership<Element>: Disposable, @unchecked Sendable {
  private let source: ConnectableObservable<Element>
  private let connection: Connection<Element>
  private let subscription: any Disposable

  init(source: ConnectableObservable<Element>, connection: Connection<Element>, subscription: any Disposable) {
    self.source = source
    self.connection = connection
    self.subscription = subscription
  }

  func dispose() {
    subscription.dispose()
    source.leave(connection)
  }
}
