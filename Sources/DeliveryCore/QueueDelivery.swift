package import Dispatch
package import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where deliveries run.
package enum DeliveryTarget: Sendable {
  case queue(DispatchQueue, identity: Int)
  case actor(any Actor)
  /// An actor that is not kept alive. Once the actor has been deallocated, work runs on any thread, and must then only
  /// release the pending values, without calling any closure.
  case weakActor(@Sendable () -> (any Actor)?)
  /// A closure that runs the given work once, or never. Each turn delivers one item.
  case scheduler(schedule: @Sendable (@escaping @Sendable () -> Void) -> Void)

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

  /// An actor that is not kept alive.
  package static func weakly(_ actor: any Actor) -> Self { .weakActor { [weak actor] in actor } }

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
    case .weakActor(let actor):
      Task.detached { if let actor = actor() { await Self.run(work, on: actor) } else { work() } }
    }
  }

  /// Delivers on `target` in turns, or on the calling thread if there is no target.
  ///
  /// - Parameter turn: delivers up to the target's limit. Returns `false` if more is pending.
  package static func takeTurns(on target: DeliveryTarget?, _ turn: @escaping @Sendable () -> Bool) {
    guard let target else { return _ = turn() }
    target.schedule { if !turn() { takeTurns(on: target, turn) } }
  }

  /// The number of scheduled calls pending on the main queue. At zero, no delivery is pending there, because a delivery
  /// always has a call scheduled between its turns.
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

/// Delivers items on a target, one at a time and in the order sent. Without a target, the sending threads deliver.
///
/// Many items share one `queue.async`: while a turn is scheduled or running, further items only join the backlog. An
/// item sent on the target itself while nothing is pending is delivered inline, unless `runsInline` is `false`.
///
/// The owner retains the pump. Only a scheduled turn retains the owner.
package final class QueuePump<Owner: AnyObject, Item>: @unchecked Sendable {
  private let target: DeliveryTarget?
  /// Where a delivery continues when it has reached the limit of a turn.
  private let restTarget: DeliveryTarget?
  private let runsInline: Bool
  private let deliver: (Owner, Item) -> Void
  private let delivery = SerialDelivery()

  /// - Parameter restTarget: without a target, where a long delivery continues; `nil` for the sending thread.
  package init(
    target: DeliveryTarget?, restTarget: DeliveryTarget? = nil, runsInline: Bool = true,
    deliver: @escaping (Owner, Item) -> Void
  ) {
    self.target = target
    self.restTarget = target ?? restTarget
    self.runsInline = runsInline
    self.deliver = deliver
  }

  /// Whether everything that was sent has been delivered.
  package var isIdle: Bool { delivery.isIdle }

  /// Whether the target is the main queue.
  package var isOnMain: Bool { target?.isMain ?? false }

  /// Delivers `item` on the target, inline or later.
  package func send(_ item: Item, for owner: Owner) {
    if enter() {
      deliver(owner, item)
      leave(owner)
    } else if delivery.lock.withLock({ delivery.append(item) }) {
      schedule(owner)
    }
  }

  /// Runs `job` on the target, inline or later.
  package func send(for owner: Owner, job: @escaping (Owner) -> Void) {
    if enter() {
      job(owner)
      leave(owner)
      return
    }
    // The scheduled turn retains the owner. If the job did too, a cancelled turn would leave a cycle of owner, pump and
    // job.
    if delivery.lock.withLock({ delivery.append { [unowned owner] in job(owner) } }) { schedule(owner) }
  }

  private func enter() -> Bool { runsInline && delivery.isIdle && target?.isCurrent ?? true && delivery.enter() }

  private func leave(_ owner: Owner) {
    if !delivery.leave(), !takeTurn(owner) { schedule(owner) }
  }

  private func schedule(_ owner: Owner) {
    nonisolated(unsafe) let owner = owner  // Only `deliver` and jobs use it, one at a time.
    if target == nil, takeTurn(owner) { return }
    DeliveryTarget.takeTurns(on: restTarget) { [self] in takeTurn(owner) }
  }

  private func takeTurn(_ owner: Owner) -> Bool {
    delivery.drain(
      limit: DeliveryTarget.turnLimit(on: restTarget), deliver: { deliver(owner, $1.takeItem(as: Item.self)) })
  }
}

/// The limit of one turn of delivery on a queue, in items and in time. After a turn, the queue's other work runs.
package struct TurnLimit {
  private let maximum: Int
  private var items: Int
  private let deadline: Int

  /// No limit, for a delivery without a target.
  package static let none = TurnLimit(maximum: .max, items: .max, deadline: .max)

  /// A limit of `items`, and of `nanoseconds`, after which no further item is delivered. The time is accurate to one
  /// tick of the system's coarse clock: on Linux, one to ten milliseconds.
  package static func turn(items: Int = 256, nanoseconds: Int = 1_000_000) -> TurnLimit {
    let isTimed = untimedBodies.load(ordering: .relaxed) == 0
    return TurnLimit(maximum: items, items: items, deadline: isTimed ? now() + nanoseconds : .max)
  }

  /// The number of running calls of `withoutTime(_:)`.
  private static let untimedBodies = Atomic<Int>(0)

  /// Runs `body`. Turns that begin during the call, anywhere in the program, are limited by their number of items only.
  ///
  /// Use it for repeatable runs: a clock would end turns at random points.
  package static func withoutTime<Result>(_ body: () throws -> Result) rethrows -> Result {
    untimedBodies.wrappingAdd(1, ordering: .relaxed)
    defer { untimedBodies.wrappingSubtract(1, ordering: .relaxed) }
    return try body()
  }

  /// Whether enough items have been delivered in this turn that more are likely soon. Always `false` without a limit.
  var isInBurst: Bool { maximum < .max && maximum - items >= 16 }

  /// Consumes one item. Returns whether the limit is reached.
  @inline(__always)
  mutating func consume() -> Bool {
    items -= 1
    return items == 0 || (deadline < .max && Self.now() >= deadline)
  }

  /// The time of the coarse clock. It is read after each item, and an exact clock would cost more than most items do.
  private static func now() -> Int {
    var time = timespec()
    #if os(Linux)
      clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    #else
      clock_gettime(CLOCK_MONOTONIC_RAW_APPROX, &time)
    #endif
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
