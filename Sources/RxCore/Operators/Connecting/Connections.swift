internal import DeliveryCore
import Synchronization

/// The connections of one source, one after the other: which one is current, whether it has started, and how many
/// subscribers it has.
///
///     subscriber ──▶ subject of the current connection ◀── source, once connected
///
/// A connection and its subject are one: a subscriber that joins a connection receives its events and its end.
final class Connections<Element>: @unchecked Sendable {
  private let makeConnection: (Connections) -> Connection<Element>
  private let lock = Lock()
  /// The connection that new subscribers join, whether it has started or not. Guarded by the lock.
  @exclusivity(unchecked) private var current: Connection<Element>?

  /// - Parameter makeConnection: called for each connection, outside any lock.
  init(makeConnection: @escaping (Connections) -> Connection<Element>) {
    self.makeConnection = makeConnection
  }

  /// The connection that new subscribers join.
  var joinable: Connection<Element> { current(after: { _ in }) }

  /// Counts the caller among the members of the connection that is returned. The caller subscribes to its subject, calls
  /// ``start(_:)``, and calls ``leave(_:)`` at the end. Until then the connection does not end because others leave.
  func join() -> Connection<Element> {
    current(after: { $0.members += 1 })
  }

  /// Subscribes to the source, unless the connection has been started or has ended.
  func start(_ connection: Connection<Element>) {
    let mustStart = lock.withLock {
      guard current === connection, !connection.isStarted else { return false }
      connection.isStarted = true
      return true
    }
    if mustStart { connection.start() }
  }

  /// Ends the connection when its last member leaves.
  func leave(_ connection: Connection<Element>) {
    let mustEnd = lock.withLock {
      connection.members -= 1
      guard connection.members == 0, connection.isStarted else { return false }
      if current === connection { current = nil }
      return true
    }
    if mustEnd { connection.dispose() }
  }

  private func current(after change: (Connection<Element>) -> Void) -> Connection<Element> {
    let existing = lock.withLock {
      if let current { change(current) }
      return current
    }
    if let existing { return existing }
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

/// A subject, and at most one subscription to the source that feeds it.
///
/// It stops being the current connection before it forwards a terminal event, so that a subscriber that subscribes inside
/// that event joins the next connection.
final class Connection<Element>: Cancelable, @unchecked Sendable {
  /// What members subscribe to.
  let subject: Observable<Element>
  /// Whether the source has been, or is about to be, subscribed. Guarded by the lock of the connections.
  @exclusivity(unchecked) fileprivate var isStarted = false
  /// How many subscribers have joined and not left. Guarded by the lock of the connections.
  @exclusivity(unchecked) fileprivate var members = 0

  private weak var connections: Connections<Element>?
  private let subscribe: (Connection) -> any Disposable
  private let upstream = SingleAssignmentDisposable()
  private let disposal = Atomic<Bool>(false)

  /// - Parameter subscribe: subscribes to the source.
  init(
    in connections: Connections<Element>, subject: Observable<Element>,
    subscribe: @escaping (Connection) -> any Disposable
  ) {
    self.connections = connections
    self.subject = subject
    self.subscribe = subscribe
  }

  var isDisposed: Bool { disposal.load(ordering: .acquiring) }

  func dispose() { end(after: {}) }

  fileprivate func start() { upstream.setDisposable(subscribe(self)) }

  /// Ends the connection, once; calls `forward` before the source is disposed.
  func end(after forward: () -> Void) {
    connections?.forget(self)
    guard !disposal.exchange(true, ordering: .acquiringAndReleasing) else { return }
    forward()
    upstream.dispose()
  }
}
