internal import DeliveryCore
import Synchronization

/// The connections of one source, one after the other: which one is current, whether it has started, and how many
/// subscribers it has.
///
///     subscriber ──▶ subject of the current connection ◀── source, once connected
///
/// A connection and its subject are one: a subscriber that joins a connection receives its events and its end.
///
/// The source has one subscription at a time. A connection that is disposed stops being the current one immediately, but
/// the next one starts only when the source has been disposed. No lock is held meanwhile: the thread that finishes with the
/// old connection starts the new one.
final class Connections<Element>: @unchecked Sendable {
  private let makeConnection: (Connections) -> Connection<Element>
  private let lock = Lock()
  /// The connection that new subscribers join, whether it has started or not. Guarded by the lock.
  @exclusivity(unchecked) private var current: Connection<Element>?
  /// How many connections were disposed whose source is still being subscribed or disposed. Guarded by the lock.
  @exclusivity(unchecked) private var ending = 0
  /// The connection that starts after these. Guarded by the lock.
  @exclusivity(unchecked) private var waiting: Connection<Element>?

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
      if ending > 0 {
        waiting = connection
        return false
      }
      connection.steps += 1
      return true
    }
    if mustStart { connect(connection) }
  }

  /// Ends the connection when its last member leaves.
  func leave(_ connection: Connection<Element>) {
    let mustEnd = lock.withLock {
      connection.members -= 1
      guard connection.members == 0, connection.isStarted else { return false }
      retire(connection)
      return true
    }
    if mustEnd {
      connection.dispose()
      didDispose(connection)
    }
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

  /// The source has ended: the connection is no longer the current one.
  fileprivate func forget(_ connection: Connection<Element>) {
    lock.withLock {
      if current === connection { current = nil }
    }
  }

  /// The connection is about to be disposed: it is no longer the current one, and the next one waits for
  /// ``didDispose(_:)``.
  fileprivate func willDispose(_ connection: Connection<Element>) {
    lock.withLock { retire(connection) }
  }

  /// Ends what ``willDispose(_:)`` began.
  fileprivate func didDispose(_ connection: Connection<Element>) {
    if let next = stepEnded(connection) { connect(next) }
  }

  /// Subscribes to the source, and then starts the connection that was waiting for that, if any.
  private func connect(_ connection: Connection<Element>) {
    var next: Connection? = connection
    while let starting = next {
      starting.start()
      next = stepEnded(starting)
    }
  }

  /// Called under the lock.
  private func retire(_ connection: Connection<Element>) {
    if current === connection { current = nil }
    if waiting === connection { waiting = nil }
    connection.steps += 1
    if connection.isEnding { return }
    connection.isEnding = true
    ending += 1
  }

  /// A call that subscribes or disposes the source of the connection has returned. Returns the connection to start now.
  private func stepEnded(_ connection: Connection<Element>) -> Connection<Element>? {
    lock.withLock {
      connection.steps -= 1
      guard connection.isEnding, connection.steps == 0 else { return nil }
      connection.isEnding = false
      ending -= 1
      guard ending == 0, let next = waiting.take() else { return nil }
      next.steps += 1
      return next
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
  /// Whether it is being disposed. Guarded by the lock of the connections.
  @exclusivity(unchecked) fileprivate var isEnding = false
  /// How many calls are subscribing or disposing the source. Guarded by the lock of the connections.
  @exclusivity(unchecked) fileprivate var steps = 0
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

  func dispose() {
    connections?.willDispose(self)
    if !disposal.exchange(true, ordering: .acquiringAndReleasing) { upstream.dispose() }
    connections?.didDispose(self)
  }

  fileprivate func start() { upstream.setDisposable(subscribe(self)) }

  /// Ends the connection with its source, once; calls `forward` before the source is disposed.
  func end(after forward: () -> Void) {
    connections?.forget(self)
    if disposal.exchange(true, ordering: .acquiringAndReleasing) { return }
    forward()
    upstream.dispose()
  }
}
