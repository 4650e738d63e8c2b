internal import DeliveryCore
import Synchronization

/// Manages one source's successive connections: which one is current, whether it has started, and how many subscribers
/// it has.
///
///     subscriber ──▶ subject of the current connection ◀── source, once connected
///
/// A subscriber that joins a connection receives that connection's events, including the terminal event.
///
/// The source has at most one subscription at a time. A connection that ends stops being current immediately, but the
/// next one starts only after the source has been disposed. No lock is held in between: the thread that finishes with
/// the old connection starts the new one.
final class Connections<Element>: @unchecked Sendable {
  private let makeConnection: (Connections) -> Connection<Element>
  private let lock = Lock()
  /// The connection that new subscribers join, whether started or not. Guarded by the lock.
  @exclusivity(unchecked) private var current: Connection<Element>?
  /// The number of ending connections: their source is still being subscribed to or disposed, or is forwarding its
  /// terminal event. Guarded by the lock.
  @exclusivity(unchecked) private var ending = 0
  /// The connection to start once `ending` is 0. Guarded by the lock.
  @exclusivity(unchecked) private var waiting: Connection<Element>?

  /// - Parameter makeConnection: called for each connection, with no lock held.
  init(makeConnection: @escaping (Connections) -> Connection<Element>) {
    self.makeConnection = makeConnection
  }

  /// The connection that new subscribers join.
  var joinable: Connection<Element> { current(after: { _ in }) }

  /// Counts the caller as a member of the current connection, and returns that connection. The caller then subscribes
  /// to the subject, calls ``start(_:)`` and, at the end, ``leave(_:)``. Until then, the connection does not end when
  /// other members leave.
  func join() -> Connection<Element> {
    current(after: { $0.members += 1 })
  }

  /// Subscribes to the source once no connection is ending, unless this one has been started or has ended.
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

  /// The connection is about to end: it is no longer current, and the next one waits for ``didDispose(_:)``.
  fileprivate func willDispose(_ connection: Connection<Element>) {
    lock.withLock { retire(connection) }
  }

  /// Finishes what ``willDispose(_:)`` began.
  fileprivate func didDispose(_ connection: Connection<Element>) {
    if let next = stepEnded(connection) { connect(next) }
  }

  /// Subscribes to the source, then starts the connection that was waiting for this one to end, if any.
  private func connect(_ connection: Connection<Element>) {
    var next: Connection? = connection
    while let starting = next {
      starting.start()
      next = stepEnded(starting)
    }
  }

  /// Called with the lock held.
  private func retire(_ connection: Connection<Element>) {
    if current === connection { current = nil }
    if waiting === connection { waiting = nil }
    connection.steps += 1
    if connection.isEnding { return }
    connection.isEnding = true
    ending += 1
  }

  /// A call that subscribes to or disposes the connection's source has returned. Returns the next connection to start.
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
/// A connection stops being current before it forwards a terminal event, so a subscriber that subscribes during that
/// event joins the next connection, which starts once all observers have received the event. But if the source
/// terminates while the subject delivers an element, the observers receive the event later, and the next connection
/// does not wait.
final class Connection<Element>: Cancelable, SilencingDisposable, @unchecked Sendable {
  /// The sequence that members subscribe to.
  let subject: Observable<Element>
  /// Whether the source has been subscribed to or is about to be. Guarded by the lock in `connections`.
  @exclusivity(unchecked) fileprivate var isStarted = false
  /// Whether the connection is ending. Guarded by the lock in `connections`.
  @exclusivity(unchecked) fileprivate var isEnding = false
  /// The number of calls that are subscribing to or disposing the source. Guarded by the lock in `connections`.
  @exclusivity(unchecked) fileprivate var steps = 0
  /// The number of subscribers that have joined but not left. Guarded by the lock in `connections`.
  @exclusivity(unchecked) fileprivate var members = 0

  private weak var connections: Connections<Element>?
  private let subscribe: (Connection) -> any Disposable
  /// Called when the connection is disposed before its source has terminated.
  private let didDispose: () -> Void
  private let upstream = SingleAssignmentDisposable()
  private let disposal = Atomic<Bool>(false)
  private let slot = DisposableSlot()

  /// - Parameters:
  ///   - didDispose: called when the connection is disposed before its source has terminated.
  ///   - subscribe: subscribes to the source.
  init(
    in connections: Connections<Element>, subject: Observable<Element>, didDispose: @escaping () -> Void = {},
    subscribe: @escaping (Connection) -> any Disposable
  ) {
    self.connections = connections
    self.subject = subject
    self.subscribe = subscribe
    self.didDispose = didDispose
  }

  var isDisposed: Bool { disposal.load(ordering: .acquiring) }

  /// The disposable that `connect()` returns. It is empty once the connection has ended, so that its owner then retains
  /// neither the subject nor the source.
  var handle: any Disposable {
    _ = slot.replace(with: self)
    return slot
  }

  func dispose() { end(after: didDispose) }

  fileprivate func start() { upstream.setDisposable(subscribe(self)) }

  /// Ends the connection once. Calls `forward`, which forwards the source's terminal event, before disposing the source.
  func end(after forward: () -> Void) {
    let connections = connections  // Retained: the terminal event may release all other references.
    connections?.willDispose(self)
    let isFirst = !disposal.exchange(true, ordering: .acquiringAndReleasing)
    if isFirst { forward() }
    if isFirst {
      upstream.dispose()
      _ = slot.close()
    }
    connections?.didDispose(self)
  }
}
