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
      return makeRefCount(of: connectable.connections, endsConnection: false)
    }
    let connectable = self
    let connections = Connections<Element> { connections in
      Connection(in: connections, subject: connectable.asObservable()) { _ in connectable.connect() }
    }
    return makeRefCount(of: connections, endsConnection: true)
  }
}

/// - Parameter endsConnection: whether a terminal event ends the connection. A `ConnectableObservable` ends it itself.
private func makeRefCount<Element>(of connections: Connections<Element>, endsConnection: Bool) -> Observable<Element> {
  CustomOperator {
    RefCountSink(observer: $0)
  } connect: { sink in
    // Join before subscribing: otherwise the last other subscriber could end the connection in between.
    let connection = connections.join()
    if endsConnection { sink.connection = connection }
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

  func end(_ rest: inout [any Upstream]) -> (any Upstream)? {
    if hasEnded.exchange(true, ordering: .acquiringAndReleasing) { return nil }
    return release().map(asUpstream)
  }
}

private final class RefCountSink<Element>: ResourceSink<Element>, @unchecked Sendable {
  /// Ends before a terminal event is forwarded. Written before the subscription.
  var connection: Connection<Element>?

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
