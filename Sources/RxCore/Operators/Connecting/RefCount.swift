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
      return RefCount(connectable.connections, endsConnection: false)
    }
    let connectable = self
    let connections = Connections<Element> { connections in
      Connection(in: connections, subject: connectable.asObservable()) { _ in connectable.connect() }
    }
    return RefCount(connections, endsConnection: true)
  }
}

/// The observable of `refCount`, and so of `share`.
private final class RefCount<Element>: Producer<Element>, @unchecked Sendable {
  let connections: Connections<Element>
  /// Whether a terminal event ends the connection. A `ConnectableObservable` ends it itself.
  let endsConnection: Bool

  init(_ connections: Connections<Element>, endsConnection: Bool) {
    self.connections = connections
    self.endsConnection = endsConnection
  }

  override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    let sink = RefCountSink(observer: observer)
    observer.onSubscribe(sink)
    sink.run(self)
    return sink
  }
}

/// One subscriber of a shared sequence: a member of a connection.
private final class RefCountSink<Element>: ResourceSink<Element>, @unchecked Sendable {
  /// Ends before a terminal event is forwarded. Written before the subscription.
  private var connection: Connection<Element>?

  func run(_ parent: RefCount<Element>) {
    let connections = parent.connections
    // Join before subscribing: otherwise the last other subscriber could end the connection in between.
    let joined = connections.join()
    if parent.endsConnection { connection = joined }
    joined.subject.subscribe(stage: self)
    // The first subscriber connects, but not if the subject has already terminated the sink.
    if !isDisposed { connections.start(joined) }
    // The last one to leave disconnects.
    resource.setDisposable(OnceDisposable { connections.leave(joined) })
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
