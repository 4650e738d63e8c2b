import Synchronization

extension ConnectableObservableType {
  /// Connects when the first subscriber arrives, and disconnects when the last one leaves.
  ///
  /// ```swift
  /// a.publish().refCount()
  /// ```
  /// ```
  /// a       -1---2---3-|
  /// a (1)   ^-------!
  /// a (2)   ------------^----------!
  /// 0 to 4  -1----------------------
  /// 2 to 8  -----2------------------
  /// at 12   -------------1---2---3-|
  /// ticks   0         10        20
  /// ```
  ///
  /// A later subscriber starts the next connection. Thread-safe and re-entrant; no lock is held while client code,
  /// including `connect()`, runs. `share()` is `publish().refCount()`.
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
  CustomOperator {
    ResourceSink(observer: $0)
  } connect: { sink in
    // Join before subscribing: otherwise the last other subscriber could end the connection in between.
    let connection = connections.join()
    connection.subject.subscribe(stage: sink)
    // Do not connect if the subject has already terminated the sink.
    if !sink.isDisposed { connections.start(connection) }
    sink.resource.setDisposable(OnceDisposable { connections.leave(connection) })
  }
}

/// Calls a closure once, and disposes the result in the loop that ends the chain.
private final class OnceDisposable: Upstream {
  private let hasEnded = Atomic<Bool>(false)
  private let release: @Sendable () -> (any Disposable)?

  init(_ release: @escaping @Sendable () -> (any Disposable)?) {
    self.release = release
  }

  func dispose() { endChain() }

  func silence() -> [any Disposable] { [] }

  func end(_ rest: inout [any Disposable]) -> (any Upstream)? {
    if !hasEnded.exchange(true, ordering: .acquiringAndReleasing), let last = release() { rest.append(last) }
    return nil
  }
}

/// One connection's subject, for a connectable that is not a `ConnectableObservable`. The connection ends before a
/// terminal event is forwarded.
private final class ConnectedSubject<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  /// Set once, before the connection is shared.
  weak var connection: Connection<Element>?

  init(source: Observable<Element>) {
    self.source = source
  }

  override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    let sink = ConnectedSink(connection: connection, observer: observer)
    observer.onSubscribe(sink)
    _ = source.run(sink)
    return sink
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
