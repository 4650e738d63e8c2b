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
    // The former connection's terminal event is being forwarded, or another thread is disposing it. A source subscribed to
    // now would have two subscriptions, so the last of those calls starts this one: see `callEnded(_:)`.
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
