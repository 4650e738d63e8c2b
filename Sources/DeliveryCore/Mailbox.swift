internal import CRuntime
package import Dispatch
import Synchronization

/// The pending items of one target, in order, for all its receivers.
///
///     Bindable ─────────┐
///     observer ─────────┼──append──▶ mailbox ──turns──▶ queue
///     observe(on:) ─────┘
///
/// A queue that is taken to be serial has one mailbox, stored with the queue, for all that is delivered there. Elsewhere
/// each receiver has a mailbox of its own.
///
/// The states are those of a ``SerialDelivery``. On a queue,
///
/// - Only code on the queue enters, to deliver an item inline: inside a delivery always, otherwise only if nothing waits.
/// - Any thread appends. The mailbox's lock is the innermost. An append that finds the mailbox idle must start a turn.
/// - A turn ends when nothing waits, or at its limit: then the queue's other work comes first. A caller on the queue
///   that has just appended delivers all that waits, without a limit.
///
/// If the queue is concurrent, `deliverer` still lets only one thread deliver at a time.
public final class Mailbox: @unchecked Sendable {
  let delivery = SerialDelivery()
  /// Whether this is a queue's mailbox, which its receivers share.
  let isShared: Bool
  package let isMain: Bool

  // Guarded by the delivery's lock.
  /// How often the waiting entries have been taken.
  @exclusivity(unchecked) private var takes = 0
  /// Whether a turn has been passed to the target and has not begun.
  @exclusivity(unchecked) private var isScheduled = false

  /// The identity of the thread that delivers, or zero.
  private let deliverer = Atomic<UInt>(0)

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
    isShared = true
    isMain = queue.label == "com.apple.main-thread"
    #if DEBUG
      label = queue.label
      MainQueueWatch.add(self)
    #endif
  }

  /// Creates a mailbox for a single receiver.
  init() {
    (isShared, isMain) = (false, false)
    #if DEBUG
      label = ""
    #endif
  }

  #if DEBUG
    /// The number of items that wait.
    let count = Atomic<Int>(0)
    let label: String

    deinit { if isShared { MainQueueWatch.remove(self) } }
  #endif

  /// Whether the caller runs on the queue.
  package var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) === self }

  /// Whether nothing waits and nothing is being delivered.
  package var isIdle: Bool { delivery.isIdle }

  /// Whether the calling thread is delivering.
  var isDelivering: Bool { deliverer.load(ordering: .relaxed) == CurrentThread.identity }

  // MARK: Delivering inline

  /// How a caller on the queue may deliver an item inline.
  public enum Entrance {
    /// First of all: nothing else is being delivered.
    case outermost
    /// Inside another delivery on this queue.
    case nested
  }

  /// Lets a caller on the queue deliver an item inline: inside a delivery always, otherwise only if nothing waits. A
  /// caller that gets `nil` must append and take a turn: a turn that came meanwhile has given up.
  func enter() -> Entrance? {
    let thread = CurrentThread.identity
    let (isFirst, current) = deliverer.compareExchange(expected: 0, desired: thread, ordering: .acquiring)
    if !isFirst { return current == thread ? .nested : nil }
    if delivery.enter() { return .outermost }
    deliverer.store(0, ordering: .releasing)
    return nil
  }

  /// Ends an inline delivery, and delivers the items appended meanwhile, up to the limit of a turn.
  func leave(_ entrance: Entrance, on target: DeliveryTarget) {
    guard case .outermost = entrance else { return }
    // In this order: otherwise a caller that appends in between would find a deliverer that no longer looks.
    deliverer.store(0, ordering: .releasing)
    if !delivery.leave() { takeTurn(on: target) }
  }

  // MARK: Appending

  /// Appends an item for `receiver`. Called under the lock. Returns whether the caller must call ``start(on:for:)``
  /// after unlocking.
  ///
  /// In a shared mailbox, the entries that are taken together keep the owner, which is always the same, alive with one
  /// reference. Elsewhere, the owner keeps the mailbox alive, so the scheduled turn keeps the owner alive instead: it
  /// may be cancelled.
  func append<Item>(_ item: Item, _ change: Change, for receiver: Receiver, of owner: AnyObject) -> Bool {
    didAppend()
    let entry = delivery.withBacklog { $0.append(item, change, for: receiver, of: owner) }
    if receiver.newest.takes == takes {
      assert(receiver.newest.entry?.header.pointee.owner?.toOpaque() == Unmanaged.passUnretained(owner).toOpaque())
      receiver.newest.entry?.header.pointee.isLast = false
    } else {
      receiver.didAppend()
      if isShared { _ = Unmanaged.passRetained(owner) }
    }
    receiver.newest = (takes, entry)
    return delivery.markBacklogged()
  }

  /// Runs `job` on the queue, in order with everything that is delivered there.
  package func run(_ job: @escaping () -> Void, on target: DeliveryTarget) {
    didAppend()
    if delivery.lock.withLock({ delivery.append(job: job) }) { start(on: target, for: nil) }
  }

  private func didAppend() {
    #if DEBUG
      count.wrappingAdd(1, ordering: .relaxed)
      if isMain { MainQueueWatch.willUse() }
    #endif
  }

  // MARK: Turns

  /// Starts a turn.
  func start(on target: DeliveryTarget, for owner: AnyObject?) {
    if delivery.lock.withLock(mustSchedule) { schedule(on: target, for: owner) }
  }

  /// Called under the lock. Returns whether the caller must schedule a turn, because none is.
  private func mustSchedule() -> Bool {
    defer { isScheduled = true }
    return !isScheduled
  }

  private func schedule(on target: DeliveryTarget, for owner: AnyObject?) {
    nonisolated(unsafe) let owner = isShared ? nil : owner  // Only keeps it alive.
    target.async { [self] in
      #if DEBUG
        if isMain { MainQueueWatch.didRun() }
      #endif
      delivery.lock.withLock { isScheduled = false }
      takeTurn(on: target, for: owner)
    }
  }

  /// Delivers the waiting items, up to the limit of a turn. Called on the target. Does nothing while another call
  /// delivers, which delivers the rest or schedules another turn.
  ///
  /// - Parameter deliversAll: whether to deliver all that waits at the call, for a caller that has just appended here.
  func takeTurn(on target: DeliveryTarget, for owner: AnyObject? = nil, deliversAll: Bool = false) {
    delivery.withBacklog { backlog in
      let begins = delivery.lock.withLock {
        delivery.isBacklogged
          && deliverer.compareExchange(expected: 0, desired: CurrentThread.identity, ordering: .acquiring).exchanged
          && take(from: backlog)
      }
      guard begins else { return }
      var turn = Turn(backlog, atMost: deliversAll ? .max : target.itemsPerTurn)
      deliverTaken(&turn)
      while !deliversAll, !turn.isOver {
        if turn.isInBurst { spin() }
        guard delivery.lock.withLock({ take(from: backlog) }) else { return }
        deliverTaken(&turn)
      }
      let isLeft = delivery.lock.withLock {
        deliverer.store(0, ordering: .releasing)
        return !delivery.stop(backlog) && mustSchedule()
      }
      if isLeft { schedule(on: target, for: owner) }
    }
  }

  /// Takes all that waits, or ends the turn if nothing does. Called under the lock by the deliverer. Returns whether
  /// anything waits.
  private func take(from backlog: Backlog) -> Bool {
    takes += 1
    if delivery.takeOrLeave(backlog) { return true }
    deliverer.store(0, ordering: .releasing)
    return false
  }

  /// Delivers what was taken, up to the limit. Releases each item, and after a receiver's last item the owner, before
  /// the next one begins.
  private func deliverTaken(_ turn: inout Turn) {
    while let header = turn.beginReceiver() {
      if let receiver = header.receiver, let owner = header.owner {
        receiver._withUnsafeGuaranteedRef { receiver in
          owner._withUnsafeGuaranteedRef { receiver.deliver(&turn, for: $0) }
          if turn.isLast { receiver.didDeliver() }
        }
        if turn.isLast, isShared { owner.release() }
      } else {
        _ = turn.next()
      }
      #if DEBUG
        count.wrappingSubtract(turn.count, ordering: .relaxed)
      #endif
    }
  }

  /// In a burst, spins for a few microseconds, or until more has been appended. Spinning is cheaper than scheduling
  /// another turn, and lets the deliverer take more entries each time it acquires the lock.
  private func spin() {
    for _ in 0..<4 {
      for _ in 0..<50 { c_runtime_spin_hint() }
      if delivery.isBacklogged { return }
    }
  }
}
