extension ConnectableObservableType {
  /// Connects with the first subscriber and disposes the connection with the last. A subscriber that comes later starts
  /// the next connection.
  ///
  /// Subscribe, dispose and emit from any thread and from inside observers; no lock is held while other code is called,
  /// `connect()` among it.
  ///
  /// Semantics: ReactiveX, RefCount.
  public func refCount() -> Observable<Element> {
    if let connectable = self as? ConnectableObservable<Element> {
      return RefCount(connections: connectable.connections)
    }
    let connectable = self
    let connections = Connections<Element> { connections in
      let subject = ConnectedSubject(source: connectable.asObservable())
      let connection = Connection(in: connections, subject: subject) { _ in connectable.connect() }
      subject.connection = connection
      return connection
    }
    return RefCount(connections: connections)
  }
}

private final class RefCount<Element>: Producer<Element>, @unchecked Sendable {
  private let connections: Connections<Element>

  init(connections: Connections<Element>) {
    self.connections = connections
  }

  override func begin(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> SubscriptionParts {
    let sink = IdentitySink<Element>(observer: observer, cancel: cancel)
    // Counted before it subscribes: otherwise the last of the others could end the connection in between.
    let connection = connections.join()
    let subscription = connection.subject.attach(sink)
    // Do not connect if the subject already terminated the sink.
    if !sink.isDisposed { connections.start(connection) }
    return (sink, Membership(connections: connections, connection: connection, subscription: subscription))
  }
}

/// What one subscriber of `refCount` disposes, once.
private final class Membership<Element>: Disposable, @unchecked Sendable {
  private let connections: Connections<Element>
  private let connection: Connection<Element>
  private let subscription: any Disposable

  init(connections: Connections<Element>, connection: Connection<Element>, subscription: any Disposable) {
    self.connections = connections
    self.connection = connection
    self.subscription = subscription
  }

  func dispose() {
    subscription.dispose()
    connections.leave(connection)
  }
}

/// A connectable of another type, as the subject of one connection: its first terminal event ends the connection before
/// the event is forwarded.
private final class ConnectedSubject<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  /// Set once, before the connection is known to others.
  weak var connection: Connection<Element>?

  init(source: Observable<Element>) {
    self.source = source
  }

  override func begin(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> SubscriptionParts {
    let sink = ConnectedSink(connection: connection, observer: observer, cancel: cancel)
    return (sink, source.attach(sink))
  }
}

private final class ConnectedSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let connection: Connection<Element>?

  init(connection: Connection<Element>?, observer: ObserverBase<Element>, cancel: any Cancelable) {
    self.connection = connection
    super.init(observer: observer, cancel: cancel)
  }

  override func onNext(_ element: Element) { forwardNext(element) }

  override func onError(_ error: any Error) {
    if isDisposed { return }
    connection?.dispose()
    forwardError(error)
  }

  override func onCompleted() {
    if isDisposed { return }
    connection?.dispose()
    forwardCompleted()
  }
}
