internal import DeliveryCore

/// Makes one source's successive connections, and starts and ends them as ``ConnectionsState`` decides.
///
///     subscriber ──▶ subject of the current connection ◀── source, once connected
///
/// A subscriber that joins a connection receives that connection's events, including the terminal event. No lock is
/// held between two connections: the thread that finishes with the old one starts the new one.
final class Connections<Element>: @unchecked Sendable {
  private let makeConnection: (Connections) -> Connection<Element>
  private let lock = Lock()
  /// Guarded by the lock.
  @exclusivity(unchecked) private var state = ConnectionsState<Connection<Element>>()

  /// - Parameter makeConnection: called for each connection, with no lock held.
  init(makeConnection: @escaping (Connections) -> Connection<Element>) {
    self.makeConnection = makeConnection
  }

  /// The connection that new subscribers join.
  var joinable: Connection<Element> { current(joins: false) }

  /// Counts the caller as a member of the current connection, and returns that connection. The caller then subscribes
  /// to the subject, calls ``start(_:)`` and, at the end, ``leave(_:)``. Until then, the connection does not end when
  /// other members leave.
  func join() -> Connection<Element> { current(joins: true) }

  /// Subscribes to the source once no other connection uses it, unless this one has been started or has ended.
  func start(_ connection: Connection<Element>) {
    if lock.withLock({ state.start(connection) }) { subscribe(startingWith: connection) }
  }

  /// A member leaves. Returns the disposable that ends the connection, if it was the last member.
  func leave(_ connection: Connection<Element>) -> (any Disposable)? {
    guard lock.withLock({ state.leave(connection) }) else { return nil }
    return Disposables.create(connection, Disposables.create(with: { self.didEnd(connection) }))
  }

  private func current(joins: Bool) -> Connection<Element> {
    var made: Connection<Element>?
    while true {
      if let current = lock.withLock({ state.current(or: made, joins: joins) }) { return current }
      made = makeConnection(self)
    }
  }

  func willEnd(_ connection: Connection<Element>) {
    lock.withLock { state.willEnd(connection) }
  }

  func didEnd(_ connection: Connection<Element>) {
    subscribe(startingWith: lock.withLock { state.callEnded(connection) })
  }

  /// Starts `first`, then the connection that was waiting for it to end, if any, and so on.
  private func subscribe(startingWith first: Connection<Element>?) {
    var next = first
    while let connection = next {
      connection.start()
      next = lock.withLock { state.callEnded(connection) }
    }
  }
}
