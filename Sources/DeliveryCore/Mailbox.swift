internal import CRuntime
package import Dispatch
import Synchronization

/// The order of everything that waits for one queue, whichever receiver it is for.
///
///     Bindable ─────────┐
///     observer ─────────┼──post──▶ mailbox ──turns──▶ queue
///     observe(on:) ─────┘
///
/// Each receiver keeps its own items. The mailbox has only the order: a list of runs, each of which says how many items
/// of which receiver come next. There is one mailbox for each queue, stored with the queue.
///
///      ┌─────────────────post (by any thread)────────────────┐
///      │                                                     ▼
///     idle ──enter──▶ delivering ───post (by any thread)──▶ backlogged
///      ▲                 │   ▲                                   │
///      └──────leave──────┘   └───────────────turn────────────────┘
///
/// - Only code on the queue enters, to deliver an item inline: inside a delivery always, otherwise only if nothing waits.
/// - Any thread posts, under the lock that guards the receiver's items: so their order is that of the receiver's runs.
///   The mailbox's lock is the innermost. A post that finds the mailbox idle must start a turn.
/// - A turn ends when nothing waits, or at its limit: then the queue's other work comes first. A caller that has posted
///   here has no limit.
///
/// If the queue is concurrent, `deliverer` still lets only one thread deliver at a time.
public final class Mailbox: @unchecked Sendable {
  /// A number of items of one receiver.
  private struct Run {
    /// Kept alive by the owner, which is retained once for all runs of the receiver that are taken together.
    let receiver: Unmanaged<Receiver>
    let owner: Unmanaged<AnyObject>
    var count = 1
    /// Whether this is the receiver's last run among those that are taken together. It releases the owner.
    var isLast = true
  }

  let lock = Lock()
  // Guarded by the lock.
  @exclusivity(unchecked) private var waiting: ContiguousArray<Run> = []
  /// How often the waiting runs have been taken.
  @exclusivity(unchecked) private var takes = 0
  /// Whether a turn has been passed to the queue and has not begun.
  @exclusivity(unchecked) private var isScheduled = false

  // Accessed only by the deliverer.
  @exclusivity(unchecked) private var taken: ContiguousArray<Run> = []
  @exclusivity(unchecked) private var position = 0

  private enum Phase {
    static let idle: UInt8 = 0
    static let delivering: UInt8 = 1
    static let backlogged: UInt8 = 2
  }
  private let phase = Atomic<UInt8>(Phase.idle)
  /// The identity of the thread that delivers, or zero.
  private let deliverer = Atomic<UInt>(0)
  private let jobs = Receiver(target: nil)
  package let isMain: Bool

  // MARK: The mailbox of a queue

  // Thread identity would not show whether the caller is on a queue: on Linux the main queue moves from thread to thread
  // once `dispatchMain()` or the concurrency runtime drains it. Nor would the identity of the `DispatchQueue` object,
  // which on Linux is a wrapper that is created anew each time. So the queue stores its mailbox.
  private static let key = DispatchSpecificKey<Mailbox>()
  private static let creation = Lock()

  /// The main queue's mailbox.
  package static var main: Mailbox { .of(.main) }

  /// The queue's mailbox, which lives as long as the queue.
  package static func of(_ queue: DispatchQueue) -> Mailbox {
    creation.withLock {
      if let known = queue.getSpecific(key: key) { return known }
      let mailbox = Mailbox(queue)
      queue.setSpecific(key: key, value: mailbox)
      return mailbox
    }
  }

  private init(_ queue: DispatchQueue) {
    isMain = queue.label == "com.apple.main-thread"
    #if DEBUG
      label = queue.label
      MainQueueWatch.add(self)
    #endif
  }

  #if DEBUG
    /// The number of items that wait.
    let count = Atomic<Int>(0)
    let label: String

    deinit { MainQueueWatch.remove(self) }
  #endif

  /// Whether the caller runs on the queue.
  package var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) === self }

  /// Whether nothing waits and nothing is being delivered.
  package var isIdle: Bool { phase.load(ordering: .acquiring) == Phase.idle }

  // MARK: Delivering inline

  /// How a caller on the queue may deliver an item inline.
  public enum Entry {
    /// First of all: nothing else is being delivered.
    case outermost
    /// Inside another delivery on this queue.
    case nested
  }

  /// Lets a caller on the queue deliver an item inline: inside a delivery always, otherwise only if nothing waits.
  package func enter() -> Entry? {
    let thread = CurrentThread.identity
    let (isFirst, current) = deliverer.compareExchange(expected: 0, desired: thread, ordering: .acquiring)
    if !isFirst { return current == thread ? .nested : nil }
    if phase.compareExchange(expected: Phase.idle, desired: Phase.delivering, ordering: .relaxed).exchanged {
      return .outermost
    }
    deliverer.store(0, ordering: .releasing)
    return nil
  }

  /// Ends an inline delivery, and delivers the items posted meanwhile, up to the limit of a turn.
  package func leave(_ entry: Entry, on queue: DispatchQueue) {
    guard case .outermost = entry else { return }
    deliverer.store(0, ordering: .releasing)
    if phase.compareExchange(expected: Phase.delivering, desired: Phase.idle, ordering: .releasing).exchanged { return }
    takeTurn(on: queue)
  }

  // MARK: Posting

  /// Records that `receiver` has one more item. Called under the mailbox's lock. Returns whether the caller must call
  /// ``start(on:)`` after unlocking.
  func append(_ receiver: Receiver, for owner: AnyObject) -> Bool {
    #if DEBUG
      count.wrappingAdd(1, ordering: .relaxed)
      if isMain { MainQueueWatch.willUse() }
    #endif
    let last = waiting.count - 1
    if last >= 0, waiting[last].receiver.toOpaque() == Unmanaged.passUnretained(receiver).toOpaque() {
      waiting[last].count += 1
    } else {
      if receiver.lastRun.takes == takes {
        waiting[receiver.lastRun.position].isLast = false
      } else {
        _ = Unmanaged.passRetained(owner)
      }
      receiver.lastRun = (takes, waiting.count)
      waiting.append(Run(receiver: .passUnretained(receiver), owner: .passUnretained(owner)))
    }
    if phase.load(ordering: .relaxed) == Phase.backlogged { return false }
    return phase.exchange(Phase.backlogged, ordering: .acquiringAndReleasing) == Phase.idle
  }

  /// Starts a turn.
  package func start(on queue: DispatchQueue) {
    let isFirst = lock.withLock {
      defer { isScheduled = true }
      return !isScheduled
    }
    if isFirst { schedule(on: queue) }
  }

  private func schedule(on queue: DispatchQueue) {
    queue.async { [self] in
      #if DEBUG
        if isMain { MainQueueWatch.didRun() }
      #endif
      lock.withLock { isScheduled = false }
      takeTurn(on: queue)
    }
  }

  /// Runs `job` on the queue, in order with everything that is delivered there.
  package func post(on queue: DispatchQueue, _ job: @escaping () -> Void) {
    let isFirst = jobs.delivery.lock.withLock {
      _ = jobs.delivery.append(job)
      return lock.withLock { append(jobs, for: jobs) }
    }
    if isFirst { start(on: queue) }
  }

  // MARK: Turns

  /// Delivers the waiting items, up to the limit of a turn. Called on the queue. Does nothing inside a delivery, which
  /// delivers the rest itself.
  ///
  /// - Parameter deliversAll: whether to deliver all that waits at the call, for a caller that has just posted here.
  package func takeTurn(on queue: DispatchQueue, deliversAll: Bool = false) {
    let isDeliverer = lock.withLock {
      guard phase.load(ordering: .relaxed) == Phase.backlogged else { return false }
      return deliverer.compareExchange(expected: 0, desired: CurrentThread.identity, ordering: .acquiring).exchanged
    }
    guard isDeliverer else { return }
    if deliversAll {
      var none = TurnLimit.none
      while position < taken.count { deliverRun(&none) }
      if takeRuns(isInBurst: false) { while position < taken.count { deliverRun(&none) } }
      return endTurn(on: queue)
    }
    var limit = TurnLimit.turn()
    while !limit.isReached, takeRuns(isInBurst: limit.isInBurst) { deliverRun(&limit) }
    endTurn(on: queue)
  }

  /// Delivers the next run. After the last run of a receiver, releases the owner before the next run begins.
  private func deliverRun(_ limit: inout TurnLimit) {
    let run = taken[position]
    var rest = run.count
    _ = run.receiver._withUnsafeGuaranteedRef { receiver in
      run.owner._withUnsafeGuaranteedRef { owner in receiver.deliver(&rest, for: owner, &limit) }
    }
    #if DEBUG
      count.wrappingSubtract(run.count - rest, ordering: .relaxed)
    #endif
    if rest > 0 { return taken[position].count = rest }
    position += 1
    if run.isLast { run.owner.release() }
  }

  /// Makes sure that `taken` has a run, if one waits. In a burst, gives others a few microseconds to post more.
  private func takeRuns(isInBurst: Bool) -> Bool {
    if position < taken.count { return true }
    if isInBurst { spin() }
    taken.removeAll(keepingCapacity: taken.capacity <= 512)
    position = 0
    return lock.withLock {
      swap(&taken, &waiting)
      takes += 1
      phase.store(Phase.delivering, ordering: .relaxed)
      return !taken.isEmpty
    }
  }

  private func endTurn(on queue: DispatchQueue) {
    let mustSchedule = lock.withLock {
      defer { deliverer.store(0, ordering: .releasing) }
      if position == taken.count, waiting.isEmpty {
        phase.store(Phase.idle, ordering: .releasing)
        return false
      }
      phase.store(Phase.backlogged, ordering: .relaxed)
      defer { isScheduled = true }
      return !isScheduled
    }
    if mustSchedule { schedule(on: queue) }
  }

  /// Spins for a few microseconds, or until more has been posted. Spinning is cheaper than scheduling another turn, and
  /// lets the deliverer take more runs each time it acquires the lock.
  private func spin() {
    for _ in 0..<4 {
      for _ in 0..<50 { c_runtime_spin_hint() }
      if phase.load(ordering: .relaxed) == Phase.backlogged { return }
    }
  }
}
