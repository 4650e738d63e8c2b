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
      return makeRefCount(of: connectable.connections)
    }
    let connectable = self
    let connections = Connections<Element> { connections in
      let subject = ConnectedSubject(source: connectable.asObservable())
      let connection = Connection(in: connections, subject: subject) { _ in connectable.connect() }
      subject.connection = connection
      return connection
    }
    return makeRefCount(of: connections)
  }
}

private func makeRefCount<Element>(of connections: Connections<Element>) -> Observable<Element> {
  CustomOperator { observer in
    // Counted before it subscribes: otherwise the last of the others could end the connection in between.
    let connection = connections.join()
    let sink = ResourceSink<Element>(observer: observer)
    connection.subject.subscribe(stage: sink)
    // Do not connect if the subject already terminated the sink.
    if !sink.isDisposed { connections.start(connection) }
    sink.resource.setDisposable(Disposables.create(with: { connections.leave(connection) }))
    return sink
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

  override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    ConnectedSink(connection: connection, observer: observer).subscribed(to: source)
  }
}

private final class ConnectedSink<Element>: IdentitySink<Element>, @unchecked Sendable {
  private let connection: Connection<Element>?

  init(connection: Connection<Element>?, observer: ObserverBase<Element>) {
    self.connection = connection
    super.init(observer: observer)
  }

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
