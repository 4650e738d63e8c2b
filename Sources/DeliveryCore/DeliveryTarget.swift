package import Dispatch

/// Where deliveries run.
package enum DeliveryTarget: Sendable {
  /// A queue whose mailbox orders everything that is delivered there. Without a mailbox, one that may run several
  /// deliveries at once, so that each receiver has an order of its own.
  case queue(DispatchQueue, Mailbox?)
  case actor(any Actor)
  /// A closure that runs the given work once, or never. Each turn delivers one item.
  case scheduler(schedule: @Sendable (@escaping @Sendable () -> Void) -> Void)

  /// The main queue.
  package static var main: Self { .queue(.main, .main) }

  /// A queue that is taken to be serial, unless it is a global queue. (A queue without a value of its own inherits its
  /// target queue's value, so a global queue cannot have a mailbox.)
  package init(_ queue: DispatchQueue) {
    let isGlobal = queue.label.utf8.starts(with: "com.apple.root.".utf8)
    self = .queue(queue, isGlobal ? nil : .of(queue))
  }

  /// The target for a closure's isolation; `nil` for a closure that may run anywhere.
  package init?(isolation: (any Actor)?) {
    guard let isolation else { return nil }
    self = isolation === MainActor.shared ? .main : .actor(isolation)
  }

  /// Whether the caller is known to run on this target. Never true for actors and schedulers, nor for a concurrent
  /// queue.
  package var isCurrent: Bool { mailbox?.isCurrent == true }

  /// The mailbox of a serial queue.
  package var mailbox: Mailbox? {
    if case .queue(_, let mailbox) = self { mailbox } else { nil }
  }

  /// The maximum number of items that a turn delivers.
  var itemsPerTurn: Int {
    if case .scheduler = self { 1 } else { 256 }
  }

  /// Runs `work` on the target, inline if the caller runs there.
  package func run(_ work: @escaping @Sendable () -> Void) {
    if isCurrent { work() } else { schedule(work) }
  }

  /// Schedules `work` on the target, on a serial queue in order with everything that is delivered there.
  package func schedule(_ work: @escaping @Sendable () -> Void) {
    guard let mailbox else { return async(work) }
    if mailbox.append(Job(run: work)) { mailbox.scheduleTurn(on: self) }
  }

  /// Passes `work` to the target, where it does not run inside another delivery.
  package func async(_ work: @escaping @Sendable () -> Void) {
    switch self {
    case .queue(let queue, _): queue.async(execute: work)
    case .scheduler(let schedule): schedule(work)
    // Detached, because the work must not inherit the caller's priority and task-local values.
    case .actor(let actor): Task.detached { await Self.run(work, on: actor) }
    }
  }

  /// Runs `work` on `actor`.
  package static func run(_ work: @Sendable () -> Void, on actor: isolated any Actor) async {
    work()
  }
}
