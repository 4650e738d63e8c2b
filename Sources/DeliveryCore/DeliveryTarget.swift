package import Dispatch

/// Where deliveries run: a dispatch queue, the executor of an actor, or what a closure decides.
package enum DeliveryTarget: Sendable {
  case queue(DispatchQueue, identity: Int)
  case actor(any Actor)
  /// Whatever the closure makes of the work it gets; it must run it once, or never.
  case custom(@Sendable (@escaping @Sendable () -> Void) -> Void)

  /// How many rounds of a backlog are delivered before others get a turn on the target: a producer that never rests
  /// must not keep it from everybody else.
  package static let turns = 64

  /// The key under which a queue that was made a target knows its identity. Thread identity would not do: on Linux the
  /// main queue moves from thread to thread once `dispatchMain()` or the concurrency runtime drains it. Neither would the
  /// identity of the `DispatchQueue` object: on Linux that is a wrapper, and `DispatchQueue.main` makes a new one each
  /// time.
  private static let key = DispatchSpecificKey<Int>()
  private static let naming = Lock()
  nonisolated(unsafe) private static var lastIdentity = 0  // Guarded by the lock.

  /// The main queue.
  package static let main = Self(DispatchQueue.main)

  package init(_ queue: DispatchQueue) {
    let identity = Self.naming.withLock {
      if let known = queue.getSpecific(key: Self.key) { return known }
      Self.lastIdentity += 1
      queue.setSpecific(key: Self.key, value: Self.lastIdentity)
      return Self.lastIdentity
    }
    self = .queue(queue, identity: identity)
  }

  /// The isolation of a closure as a target; `nil` for a closure that may run anywhere.
  package init?(isolation: (any Actor)?) {
    guard let isolation else { return nil }
    self = isolation === MainActor.shared ? .main : .actor(isolation)
  }

  /// Whether the caller runs on this target now.
  package var isCurrent: Bool {
    guard case .queue(_, let identity) = self else { return false }
    return DispatchQueue.getSpecific(key: Self.key) == identity
  }

  /// Runs `work` on the target, later.
  package func schedule(_ work: @escaping @Sendable () -> Void) {
    switch self {
    case .queue(let queue, let identity):
      #if DEBUG
        if case .queue(_, identity) = Self.main {
          MainQueueWatch.expectTurn()
          queue.async {
            MainQueueWatch.turnTaken()
            work()
          }
          return
        }
      #endif
      queue.async(execute: work)
    case .custom(let schedule): schedule(work)
    case .actor(let actor):
      Task { await Self.run(work, on: actor) }
    }
  }

  private static func run(_ work: @Sendable () -> Void, on actor: isolated any Actor) async {
    work()
  }
}
