internal import CRuntime
package import Dispatch
import Synchronization

/// Where deliveries run.
package enum DeliveryTarget: Sendable {
  /// A queue whose mailbox orders everything that is delivered there. Without a mailbox, one that may run several
  /// deliveries at once, so that each receiver has an order of its own.
  case queue(DispatchQueue, Mailbox?)
  case actor(any Actor)
  /// A closure that should run the given work once, or never. Each turn delivers one item.
  case scheduler(schedule: @Sendable (@escaping @Sendable () -> Void) -> Void)

  /// The main queue.
  package static var main: Self { .queue(.main, .main) }

  /// A queue that is taken to be serial, even if the program has made it concurrent; but not a global queue. (A queue
  /// without a value of its own inherits its target queue's value, so a global queue cannot have a mailbox.)
  package init(_ queue: DispatchQueue) {
    let isGlobal = queue.label.utf8.starts(with: "com.apple.root.".utf8)
    self = .queue(queue, isGlobal ? nil : .of(queue))
  }

  /// The target for a closure's isolation; `nil` for a closure that may run anywhere.
  package init?(isolation: (any Actor)?) {
    guard let isolation else { return nil }
    self = isolation === MainActor.shared ? .main : .actor(isolation)
  }

  /// Whether the caller is known to run on this target. Never true without a mailbox.
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
    let work = WatchedWork.watched(work)
    let isFirst = mailbox.delivery.lock.withLock { mailbox.delivery.append(work) }
    if isFirst { mailbox.scheduleTurn(on: self) }
  }

  /// Passes `work` to the target, where it does not run inside another delivery (unless a scheduler runs it at once).
  ///
  /// - Parameter isTurn: whether the work is a mailbox's turn, whose items are watched one by one.
  package func async(isTurn: Bool = false, _ work: @escaping @Sendable () -> Void) {
    switch self {
    case .queue(let queue, _):
      let work = isTurn ? work : WatchedWork.watched(work)
      queue.async(execute: work)
    case .scheduler(let start): start(work)
    // Detached, because the work must not inherit the caller's priority and task-local values.
    case .actor(let actor): Task.detached { await Self.run(work, on: actor) }
    }
  }

  /// Runs `work` on `actor`.
  package static func run(_ work: @Sendable () -> Void, on actor: isolated any Actor) async { work() }
}

/// The pending items of a queue that is taken to be serial, in order, for all its receivers. It is stored with the queue.
///
///     Bindable with a queue ────┐
///     observer with a queue ────┼──append──▶ mailbox ──turns──▶ queue
///     observe(on:) of a chain ──┘
///
/// The states are those of a ``SerialDelivery``.
///
/// - Any thread appends. The mailbox's lock is the innermost. An append that finds the mailbox idle must schedule a turn;
///   a receiver's sender on the queue takes a turn immediately instead.
/// - A scheduled turn ends when nothing waits, or at its limit: then the queue's other work comes first. A turn that is
///   taken immediately first delivers all that waits, without a limit.
/// - A sender on the queue delivers its item without appending it if nothing waits for its receiver, and either the mailbox
///   is idle, so that the sender begins and ends a turn, or the sender is inside a delivery there.
///
/// Even if the queue is concurrent, only one thread delivers at a time.
public final class Mailbox: @unchecked Sendable {
  public let delivery = SerialDelivery()
  /// The label of the queue.
  let label: String
  /// Whether a turn has been passed to the queue and has not begun.
  private let isScheduled = Atomic<Bool>(false)

  // Thread identity would not show whether the caller is on a queue: on Linux the main queue moves from thread to thread
  // once `dispatchMain()` or the concurrency runtime drains it. Nor would the identity of the `DispatchQueue` object,
  // which on Linux is a wrapper that is created anew each time. So the queue stores its mailbox.
  private static let key = DispatchSpecificKey<Mailbox>()
  /// Guards the creation of queues' mailboxes, and in debug builds the list of them.
  static let creation = Lock()

  /// The main queue's mailbox.
  package static var main: Mailbox { .of(.main) }

  /// The queue's mailbox, which lives as long as the queue.
  package static func of(_ queue: DispatchQueue) -> Mailbox {
    creation.withLock {
      if let known = queue.getSpecific(key: key) { return known }
      let mailbox = Mailbox(queue)
      queue.setSpecific(key: key, value: mailbox)
      #if DEBUG
        MainQueueWatch.add(mailbox)
      #endif
      return mailbox
    }
  }

  private init(_ queue: DispatchQueue) {
    label = queue.label
  }

  package var isMain: Bool { label == "com.apple.main-thread" }

  /// Whether the caller runs on the queue.
  package var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) === self }

  /// Whether nothing waits and nothing is being delivered.
  package var isIdle: Bool { delivery.isIdle }

  // MARK: Turns

  /// Schedules a turn, unless one is scheduled.
  func scheduleTurn(on target: DeliveryTarget) {
    if isScheduled.exchange(true, ordering: .acquiringAndReleasing) { return }
    target.async(isTurn: true) { [self] in
      // An exchange, so that the turn sees what was appended before a thread found it scheduled.
      _ = isScheduled.exchange(false, ordering: .acquiringAndReleasing)
      takeTurn(on: target)
    }
  }

  /// Delivers what waits, unless another call delivers, which then delivers it or schedules another turn. Called on the
  /// target.
  func takeTurn(on target: DeliveryTarget, takesAll: Bool = false) {
    if delivery.resume() { runTurn(on: target, takesAll: takesAll) }
  }

  /// Ends a turn that a caller on the target has begun for one item of its own, after what has been appended since.
  func endTurn(on target: DeliveryTarget) {
    if !delivery.leave() { runTurn(on: target) }
  }

  private func runTurn(on target: DeliveryTarget, takesAll: Bool = false) {
    // As if the queue had called this: what waited here is not part of a subscription that runs on this thread.
    let trampoline = c_runtime_trampoline()
    if trampoline != nil { c_runtime_set_trampoline(nil) }
    let isOver = delivery.drain(Turn(limit: target.itemsPerTurn, takesAll: takesAll))
    if let trampoline { c_runtime_replace_trampoline(trampoline) }
    if isOver { scheduleTurn(on: target) }
  }
}
