internal import DeliveryCore
import Synchronization

/// One source's successive connections as a state machine: decides which connection new subscribers join, and when it
/// starts and ends.
///
///     idle ──start──▶ running ──last member left, disposed or terminated──▶ ending
///      ▲                 ▲                                                    │
///      │                 └─────the current connection is to start─────────────┤
///      └──────────────────────────────────────────────────────────────────────┘
///
/// The source has at most one subscription at a time. A connection that ends stops being current immediately, but the
/// next one starts only when all calls that use the source have returned.
struct ConnectionsState<Connection: AnyObject> {
  private enum Phase {
    /// No connection uses the source.
    case idle
    /// The current connection uses the source.
    case running(calls: Int)
    /// A former connection still uses the source. The current one starts afterwards, if `startsNext`.
    case ending(Connection, calls: Int, startsNext: Bool)
  }

  /// The connection that new subscribers join, whether started or not.
  private var current: Connection?
  /// The number of subscribers that have joined the current connection but not left it.
  private var members = 0
  /// With the number of calls that are subscribing to the source, forwarding its terminal event or disposing it.
  private var phase = Phase.idle

  /// Returns the current connection, after making `made` the current one if there was none. A subscriber that joins
  /// becomes a member of the result, if any.
  mutating func current(or made: Connection? = nil, joins: Bool = false) -> Connection? {
    current = current ?? made
    if joins, current != nil { members += 1 }
    return current
  }

  /// `connection` is to start, unless it already has or is no longer current. Returns whether the caller must start it
  /// now, and then call ``callEnded(_:)``.
  mutating func start(_ connection: Connection) -> Bool {
    guard connection === current else { return false }
    switch phase {
    case .idle:
      phase = .running(calls: 1)
      return true
    case .ending(let former, let calls, _):
      phase = .ending(former, calls: calls, startsNext: true)
      return false
    case .running: return false
    }
  }

  /// A member leaves `connection`. Returns whether the caller must dispose the connection, and then call
  /// ``callEnded(_:)``: until then, the next connection must not start.
  mutating func leave(_ connection: Connection) -> Bool {
    guard connection === current else { return false }
    members -= 1
    guard members == 0, isStarted else { return false }
    willEnd(connection)
    return true
  }

  /// A call is about to end `connection`. ``callEnded(_:)`` must follow.
  mutating func willEnd(_ connection: Connection) {
    if connection === current { retire() }
    if case .ending(connection, let calls, let startsNext) = phase {
      phase = .ending(connection, calls: calls + 1, startsNext: startsNext)
    }
  }

  /// A call that starts or ends `connection` has returned. Returns the connection that the caller must start, if any.
  mutating func callEnded(_ connection: Connection) -> Connection? {
    switch phase {
    case .running(let calls) where connection === current: phase = .running(calls: calls - 1)
    case .ending(connection, 1, let startsNext):
      phase = startsNext ? .running(calls: 1) : .idle
      return startsNext ? current : nil
    case .ending(connection, let calls, let startsNext):
      phase = .ending(connection, calls: calls - 1, startsNext: startsNext)
    default: break  // A connection that was never started.
    }
    return nil
  }

  /// Whether the current connection has been started, or will be once the former one has ended.
  private var isStarted: Bool {
    switch phase {
    case .idle: false
    case .running: true
    case .ending(_, _, let startsNext): startsNext
    }
  }

  /// The current connection is to end: new subscribers join another.
  private mutating func retire() {
    guard let connection = current else { return }
    switch phase {
    case .idle: break
    case .running(let calls): phase = .ending(connection, calls: calls, startsNext: false)
    case .ending(let former, let calls, _): phase = .ending(former, calls: calls, startsNext: false)
    }
    current = nil
    members = 0
  }
}

/// Matches the same object.
private func ~= <Object: AnyObject>(pattern: Object, value: Object) -> Bool { pattern === value }

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

  fileprivate func willEnd(_ connection: Connection<Element>) {
    lock.withLock { state.willEnd(connection) }
  }

  fileprivate func didEnd(_ connection: Connection<Element>) {
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

/// A subject, and at most one subscription to the source that feeds it.
///
///     made ───start──▶ running ───terminal event──▶ ending ───source disposed──▶ ended
///       │                 │                           ▲
///       └────disposal─────┴─────────disposal──────────┘
///
/// A connection that is ending is silent, and no longer current. It forwards the terminal event, if any, and then
/// disposes the source. Once it has ended, the next connection may start.
///
/// A connection stops being current before it forwards a terminal event, so a subscriber that subscribes during that
/// event joins the next connection, which starts once all observers have received the event. But if the source
/// terminates while the subject delivers an element, the observers receive the event later, and the next connection
/// does not wait.
final class Connection<Element>: Cancelable, Upstream, @unchecked Sendable {
  /// The sequence that members subscribe to.
  let subject: Observable<Element>
  // Written only by the initialiser; a weak reference may be read by any thread.
  private weak var connections: Connections<Element>?
  private let subscribe: (Connection) -> any Disposable
  /// Called when the connection is disposed before its source has terminated, possibly more than once.
  private let didDispose: () -> Void
  private let upstream = SingleAssignmentDisposable()
  private let isSilent = Atomic<Bool>(false)
  private let hasEnded = Atomic<Bool>(false)
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

  /// Whether elements must no longer be forwarded.
  var isDisposed: Bool { isSilent.load(ordering: .acquiring) }

  /// The disposable that `connect()` returns. It is empty once the connection has ended, so that its owner then retains
  /// neither the subject nor the source.
  func makeDisposer() -> any Disposable {
    _ = slot.replace(with: self)
    return slot
  }

  func dispose() { endChain() }

  func silence() -> [any Disposable] {
    isSilent.store(true, ordering: .releasing)
    if !hasEnded.load(ordering: .acquiring) { didDispose() }
    return []
  }

  /// Subscribes to the source, which on the trampoline emits only once it is linked, and so can be disposed.
  fileprivate func start() { Trampoline.run { upstream.setDisposable(subscribe(self)) } }

  func end(_ rest: inout [any Upstream]) -> (any Upstream)? { end(&rest, after: didDispose) }

  /// Ends the connection once. Calls `forward`, which forwards the source's terminal event, and then disposes the source.
  func end(after forward: () -> Void) { RxCore.endChain { end(&$0, after: forward) } }

  private func end(_ rest: inout [any Upstream], after forward: () -> Void) -> (any Upstream)? {
    let connections = connections  // Retained: the terminal event may release all other references.
    connections?.willEnd(self)
    isSilent.store(true, ordering: .releasing)
    rest.append(AnonymousDisposable { connections?.didEnd(self) })
    if hasEnded.exchange(true, ordering: .acquiringAndReleasing) { return nil }
    forward()
    _ = slot.close()
    return upstream
  }
}
