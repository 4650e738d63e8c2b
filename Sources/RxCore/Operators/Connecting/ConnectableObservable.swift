internal import DeliveryCore
import Synchronization

/// A sequence whose source is subscribed when ``connect()`` is called, once for all subscribers.
///
/// Semantics: ReactiveX, Connectable Observable.
public protocol ConnectableObservableType<Element>: ObservableType {
  /// Subscribes to the source, if that is not so already. Disposing the result ends the subscription for all.
  func connect() -> any Disposable
}

/// A sequence whose source is subscribed once for all subscribers, when ``connect()`` is called.
///
/// When the source ends, or the connection is disposed, later subscribers wait for the next connection. All members may
/// be used from any thread, and from inside observers; no lock is held while anyone is called.
///
///     subscriber ──▶ subject of the current connection ◀── source, once connected
///
/// Subject and connection are one: whoever joins a connection hears what it hears, and its end.
///
/// Semantics: ReactiveX, Connectable Observable.
public final class ConnectableObservable<Element>: Observable<Element>, ConnectableObservableType {
  private let makeConnection: (ConnectableObservable) -> Connection<Element>
  private let lock = Lock()
  /// The connection that new subscribers join, be it started or not. Guarded by the lock.
  @exclusivity(unchecked) private var current: Connection<Element>?

  /// - Parameter makeSubject: is called for each connection, outside of any lock.
  init<Subject: SubjectType>(
    source: Observable<Subject.Observer.Element>, makeSubject: @escaping () -> Subject
  ) where Subject.Element == Element {
    makeConnection = { parent in
      let subject = makeSubject()
      let target = subject.asObserver().asObserverBase()
      return Connection(parent: parent, subject: subject.asObservable()) { connection in
        source.subscribe(erased: ConnectionObserver(connection: connection, target: target))
      }
    }
    super.init()
  }

  public func connect() -> any Disposable {
    let connection = current(after: { _ in })
    start(connection)
    return connection
  }

  public override func subscribe(erased observer: ObserverBase<Element>) -> any Disposable {
    current(after: { _ in }).subject.subscribe(erased: observer)
  }

  // MARK: Counting

  /// Counts the caller among those whose last one ends the connection that is returned. It subscribes to the subject
  /// there, calls ``start(_:)``, and ``leave(_:)`` in the end. In between the connection is not ended by others who
  /// leave.
  func join() -> Connection<Element> {
    current(after: { $0.members += 1 })
  }

  /// Subscribes to the source, unless the connection has been started, or has ended.
  func start(_ connection: Connection<Element>) {
    let isMine = lock.withLock {
      guard current === connection, !connection.isStarted else { return false }
      connection.isStarted = true
      return true
    }
    if isMine { connection.start() }
  }

  /// Ends the connection with the last of those who joined it.
  func leave(_ connection: Connection<Element>) {
    let isOver = lock.withLock {
      connection.members -= 1
      guard connection.members == 0, connection.isStarted else { return false }
      if current === connection { current = nil }
      return true
    }
    if isOver { connection.dispose() }
  }

  // MARK: The current connection

  private func current(after change: (Connection<Element>) -> Void) -> Connection<Element> {
    let running = lock.withLock {
      if let current { change(current) }
      return current
    }
    if let running { return running }
    let made = makeConnection(self)
    return lock.withLock {
      let connection = current ?? made
      current = connection
      change(connection)
      return connection
    }
  }

  fileprivate func forget(_ connection: Connection<Element>) {
    lock.withLock {
      if current === connection { current = nil }
    }
  }
}

// See `Observable`: the lock guards the state, the elements must vouch for themselves.
extension ConnectableObservable: @unchecked Sendable where Element: Sendable {}

/// A subject, and at most one subscription to the source that feeds it.
///
/// It leaves its parent before it passes a terminal event on, so that whoever subscribes when told of the end joins the
/// next connection.
final class Connection<Element>: Cancelable, @unchecked Sendable {
  /// Where those who join subscribe.
  let subject: Observable<Element>
  /// Whether the source has been, or is about to be, subscribed. Guarded by the parent's lock.
  @exclusivity(unchecked) fileprivate(set) var isStarted = false
  /// How many have joined and not left. Guarded by the parent's lock.
  @exclusivity(unchecked) fileprivate var members = 0

  private weak var parent: ConnectableObservable<Element>?
  private let subscribe: (Connection) -> any Disposable
  private let upstream = SingleAssignmentDisposable()
  private let disposal = Atomic<Bool>(false)

  fileprivate init(
    parent: ConnectableObservable<Element>, subject: Observable<Element>,
    subscribe: @escaping (Connection) -> any Disposable
  ) {
    self.parent = parent
    self.subject = subject
    self.subscribe = subscribe
  }

  var isDisposed: Bool { disposal.load(ordering: .acquiring) }

  func dispose() { end(after: {}) }

  fileprivate func start() { upstream.setDisposable(subscribe(self)) }

  /// Ends the connection, once; calls `send` before the source is let go.
  fileprivate func end(after send: () -> Void) {
    parent?.forget(self)
    guard !disposal.exchange(true, ordering: .acquiringAndReleasing) else { return }
    send()
    upstream.dispose()
  }
}

/// What is subscribed to the source: tells the subject.
private final class ConnectionObserver<Input, Element>: ObserverBase<Input>, @unchecked Sendable {
  private let connection: Connection<Element>
  private let target: ObserverBase<Input>

  init(connection: Connection<Element>, target: ObserverBase<Input>) {
    self.connection = connection
    self.target = target
  }

  override func onNext(_ element: Input) {
    if !connection.isDisposed { target.onNext(element) }
  }

  override func onError(_ error: any Error) {
    connection.end { target.onError(error) }
  }

  override func onCompleted() {
    connection.end { target.onCompleted() }
  }
}
