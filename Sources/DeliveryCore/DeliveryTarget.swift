package import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where deliveries run.
package enum DeliveryTarget: Sendable {
  /// A queue whose mailbox orders everything that is delivered there.
  case queue(DispatchQueue, Mailbox)
  /// A queue that may run several deliveries at once, so that each receiver has an order of its own.
  case concurrentQueue(DispatchQueue)
  case actor(any Actor)
  /// A closure that runs the given work once, or never. Each turn delivers one item.
  case scheduler(schedule: @Sendable (@escaping @Sendable () -> Void) -> Void)

  /// The main queue.
  package static var main: Self { .queue(.main, .main) }

  /// A queue that is taken to be serial, unless it is a global queue. (A queue without a value of its own inherits its
  /// target queue's value, so a global queue cannot have a mailbox.)
  package init(_ queue: DispatchQueue) {
    let isGlobal = queue.label.utf8.starts(with: "com.apple.root.".utf8)
    self = isGlobal ? .concurrentQueue(queue) : .queue(queue, .of(queue))
  }

  /// The target for a closure's isolation; `nil` for a closure that may run anywhere.
  package init?(isolation: (any Actor)?) {
    guard let isolation else { return nil }
    self = isolation === MainActor.shared ? .main : .actor(isolation)
  }

  /// Whether the caller is known to run on this target. Never true for actors and schedulers, nor for a concurrent
  /// queue.
  package var isCurrent: Bool {
    if case .queue(_, let mailbox) = self { mailbox.isCurrent } else { false }
  }

  /// Whether this is the main queue.
  package var isMain: Bool {
    if case .queue(_, let mailbox) = self { mailbox.isMain } else { false }
  }

  /// The limit of one turn.
  var turnLimit: TurnLimit {
    if case .scheduler = self { .turn(items: 1) } else { .turn() }
  }

  /// Runs `work` on the target, inline if the caller runs there.
  package func run(_ work: @escaping @Sendable () -> Void) {
    if isCurrent { work() } else { schedule(work) }
  }

  /// Schedules `work` on the target, on a serial queue in order with everything that is delivered there.
  package func schedule(_ work: @escaping @Sendable () -> Void) {
    if case .queue(_, let mailbox) = self { mailbox.run(work, on: self) } else { async(work) }
  }

  /// Passes `work` to the target.
  func async(_ work: @escaping @Sendable () -> Void) {
    switch self {
    case .queue(let queue, _), .concurrentQueue(let queue): queue.async(execute: work)
    case .scheduler(let schedule): schedule(work)
    // Detached, because the work must not inherit the caller's priority and task-local values.
    case .actor(let actor): Task.detached { await Self.run(work, on: actor) }
    }
  }

  private static func run(_ work: @Sendable () -> Void, on actor: isolated any Actor) async {
    work()
  }
}

/// The limit of one turn of delivery on a queue, in items and in time. After a turn, the queue's other work runs.
package struct TurnLimit: Sendable {
  private static let most = 256
  private var items: Int
  private let deadline: Int

  /// No limit.
  static var none: TurnLimit { TurnLimit(items: .max, deadline: .max) }

  /// A limit of `items`, and of `nanoseconds`, after which no further item is delivered. The time is accurate to one
  /// tick of the system's coarse clock: one to ten milliseconds.
  package static func turn(items: Int = most, nanoseconds: Int = 1_000_000) -> TurnLimit {
    let isTimed = untimedBodies.load(ordering: .relaxed) == 0
    return TurnLimit(items: items, deadline: isTimed ? now() + nanoseconds : .max)
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

  /// Whether the limit is reached.
  @inline(__always)
  var isReached: Bool { items <= 0 }

  /// Whether a queue has delivered at least 16 items in this turn: more are likely soon.
  var isInBurst: Bool { items <= Self.most - 16 }

  /// Consumes one item. Returns whether the limit is reached.
  @inline(__always) @discardableResult
  mutating func consume() -> Bool {
    items -= 1
    if deadline < .max, Self.now() >= deadline { items = 0 }
    return isReached
  }

  /// The time of the coarse clock. It is read after each item, and an exact clock would cost more than most items do.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
