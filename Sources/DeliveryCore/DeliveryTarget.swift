package import Dispatch
package import Synchronization

/// Where deliveries run.
package enum DeliveryTarget: Sendable {
  case queue(DispatchQueue, identity: Int)
  case actor(any Actor)
  /// An actor that is not kept alive. Once the actor has been deallocated, work runs on any thread, and must then only
  /// release the pending values, without calling any closure.
  case weakActor(WeakActor)
  /// A closure that runs the given work once, or never. Each turn delivers one item.
  case scheduler(schedule: @Sendable (@escaping @Sendable () -> Void) -> Void)

  package struct WeakActor: Sendable {
    weak let actor: (any Actor)?

    package init(actor: any Actor) {
      self.actor = actor
    }
  }

  /// The main queue.
  package static let main = Self(DispatchQueue.main)

  // Target queues store their identity under a key. Thread identity would not work: on Linux the main queue moves from
  // thread to thread once `dispatchMain()` or the concurrency runtime drains it. Nor would the identity of the
  // `DispatchQueue` object, which on Linux is a wrapper that is created anew each time.
  private static let key = DispatchSpecificKey<Int>()
  private static let lock = Lock()
  nonisolated(unsafe) private static var lastIdentity = 0  // Guarded by the lock.

  package init(_ queue: DispatchQueue) {
    // A queue without a value of its own inherits its target queue's value, so the global queues must have none.
    let isGlobal = queue.label.utf8.starts(with: "com.apple.root.".utf8)
    let identity = isGlobal ? 0 : Self.identity(of: queue)
    self = .queue(queue, identity: identity)
  }

  private static func identity(of queue: DispatchQueue) -> Int {
    lock.withLock {
      if let known = queue.getSpecific(key: key) { return known }
      lastIdentity += 1
      queue.setSpecific(key: key, value: lastIdentity)
      return lastIdentity
    }
  }

  /// The target for a closure's isolation; `nil` for a closure that may run anywhere.
  package init?(isolation: (any Actor)?) {
    guard let isolation else { return nil }
    self = isolation === MainActor.shared ? .main : .actor(isolation)
  }

  /// Whether the caller is known to run on this target. Never true for actors and schedulers, nor for a global queue,
  /// which cannot be distinguished from the queues that target it.
  package var isCurrent: Bool {
    guard case .queue(_, let identity) = self else { return false }
    return DispatchQueue.getSpecific(key: Self.key) == identity
  }

  /// Whether both are known to be the same queue. Never true for global queues.
  package func isSameQueue(as other: DeliveryTarget) -> Bool {
    guard case .queue(_, let one) = self, case .queue(_, let two) = other else { return false }
    return one == two && one != 0
  }

  /// Whether this is the main queue.
  package var isMain: Bool {
    guard case .queue(_, let identity) = self, case .queue(_, let main) = Self.main else { return false }
    return identity == main
  }

  /// The limit of one turn on `target`. Without a target there is none.
  package static func turnLimit(on target: DeliveryTarget?) -> TurnLimit {
    switch target {
    case nil: .none
    case .scheduler: .turn(items: 1)
    default: .turn()
    }
  }

  /// Runs `work` on the target, inline if the caller runs there.
  package func run(_ work: @escaping @Sendable () -> Void) {
    if isCurrent { work() } else { schedule(work) }
  }

  /// Schedules `work` on the target.
  package func schedule(_ work: @escaping @Sendable () -> Void) {
    switch self {
    case .queue(let queue, _):
      if isMain { Self.scheduleOnMain(work) } else { queue.async(execute: work) }
    case .scheduler(let schedule): schedule(work)
    // Detached, because the work must not inherit the caller's priority and task-local values.
    case .actor(let actor): Task.detached { await Self.run(work, on: actor) }
    case .weakActor(let reference):
      Task.detached { if let actor = reference.actor { await Self.run(work, on: actor) } else { work() } }
    }
  }

  /// Delivers on `target` in turns, or on the calling thread if there is no target.
  ///
  /// - Parameter turn: delivers up to the target's limit. Returns `false` if more is pending.
  package static func takeTurns(on target: DeliveryTarget?, _ turn: @escaping @Sendable () -> Bool) {
    guard let target else { return _ = turn() }
    target.schedule { if !turn() { takeTurns(on: target, turn) } }
  }

  /// The number of scheduled calls pending on the main queue. At zero no delivery is pending there, because between its
  /// turns a delivery always has a call scheduled.
  package static let waitingForMain = Atomic<Int>(0)

  private static func scheduleOnMain(_ work: @escaping @Sendable () -> Void) {
    waitingForMain.wrappingAdd(1, ordering: .relaxed)
    #if DEBUG
      MainQueueWatch.willWait()
    #endif
    DispatchQueue.main.async {
      #if DEBUG
        MainQueueWatch.didWait(hasFired: true)
      #endif
      waitingForMain.wrappingSubtract(1, ordering: .relaxed)
      work()
    }
  }

  private static func run(_ work: @Sendable () -> Void, on actor: isolated any Actor) async {
    work()
  }
}
