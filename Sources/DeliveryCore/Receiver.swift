import Synchronization

/// Delivers items on a target, one at a time and in order. On a queue that is taken to be serial, all receivers share
/// its mailbox. Without a target, the sending threads deliver.
///
/// The owner retains the receiver. The owner is retained only while an item waits on the target.
open class Receiver {
  /// Delivers if no target is set; otherwise, only marks an inline delivery. The lock also guards the owner's state.
  public final let delivery = SerialDelivery()
  package final let target: DeliveryTarget?
  /// The target's mailbox. Retained once: otherwise all threads would write to its reference count.
  @usableFromInline final let mailbox: Unmanaged<Mailbox>?

  /// The number of its items in the mailbox that have not been delivered.
  private final let pending = Atomic<Int>(0)

  package init(target: DeliveryTarget?) {
    self.target = target
    mailbox =
      switch target {
      case nil: nil
      case .queue(_, let shared): .passRetained(shared)
      default: .passRetained(Mailbox())
      }
    #if DEBUG
      if let target, target.isMain { MainQueueWatch.willUse() }
    #endif
  }

  deinit { mailbox?.release() }

  /// Delivers its next items in `turn`. Called by the delivering thread, on the target if there is one. Overridden.
  open func deliver(_ turn: inout Turn, for owner: AnyObject) {
    preconditionFailure("\(Self.self) does not override deliver(_:for:).")
  }

  /// Whether there is a target. (Reading the target itself would retain it.)
  @inlinable @inline(__always)
  public final var hasTarget: Bool { mailbox != nil }

  /// Whether everything that was sent has been delivered.
  package final var isIdle: Bool {
    delivery.isIdle && pending.load(ordering: .acquiring) == 0
  }

  // MARK: Delivering inline

  /// Whether the caller may try to `enter`: it is on the target, and nothing waits for this receiver. Without a target,
  /// always. Called without the lock.
  @inlinable @inline(__always)
  public final var isHere: Bool { !hasTarget || isOnQueue }

  @usableFromInline
  final var isOnQueue: Bool {
    guard let mailbox, isIdle else { return false }
    return mailbox._withUnsafeGuaranteedRef { $0.isCurrent }
  }

  /// Makes a caller that is here the delivering thread, if it may deliver inline. Without a target, called under the lock.
  @inlinable @inline(__always)
  public final func enter() -> Mailbox.Entrance? {
    if hasTarget { return enterMailbox() }
    return delivery.enterLocked() ? .outermost : nil
  }

  @usableFromInline
  final func enterMailbox() -> Mailbox.Entrance? {
    guard let mailbox, isIdle, let entrance = mailbox._withUnsafeGuaranteedRef({ $0.enter() }) else { return nil }
    _ = delivery.enterLocked()  // So that the receiver is not idle.
    return entrance
  }

  /// Ends the delivery that `enter()` began, and, unless it was nested, delivers the items appended meanwhile; on a
  /// target, up to the limit of a turn.
  @inlinable @inline(__always)
  public final func leave(_ entrance: Mailbox.Entrance, for owner: AnyObject) {
    if hasTarget { leaveMailbox(entrance) } else if !delivery.leave() { drain(for: owner) }
  }

  @usableFromInline
  final func leaveMailbox(_ entrance: Mailbox.Entrance) {
    _ = delivery.leave()
    if let target { mailbox?._withUnsafeGuaranteedRef { $0.leave(entrance, on: target) } }
  }

  // MARK: Inline or later

  /// The action to take after unlocking.
  public enum Step {
    case none
    /// Deliver inline, as the delivering thread.
    case deliver(Mailbox.Entrance)
    /// Start the delivery of what waits.
    case start
  }

  /// Chooses inline delivery, or appends. Without a target, called under the lock.
  @inlinable @inline(__always)
  public final func place(isHere: Bool, append: () -> Bool) -> Step {
    if isHere, let entrance = enter() { return .deliver(entrance) }
    return append() ? .start : .none
  }

  /// Takes the step that `place` chose. Called without the lock.
  @inlinable @inline(__always)
  public final func perform(_ step: Step, isHere: Bool, for owner: AnyObject, deliver: () -> Void) {
    switch step {
    case .none: break
    case .deliver(let entrance):
      deliver()
      leave(entrance, for: owner)
    case .start: start(isHere: isHere, for: owner)
    }
  }

  // MARK: Delivering later

  /// Appends an item. Without a target, called under the lock. Returns whether the caller must call `start`.
  package final func append<Item>(
    _ item: Item, _ change: Change? = nil, isHere: Bool, for owner: AnyObject
  ) -> Bool {
    guard let mailbox else { return delivery.append(item, change) }
    let isFirst = mailbox._withUnsafeGuaranteedRef { mailbox in
      mailbox.delivery.lock.withLock { mailbox.append(item, change, for: self, of: owner) }
    }
    return isFirst || isHere
  }

  /// Appends a job. Without a target, called under the lock. Returns whether the caller must call `start`.
  package final func append(job: @escaping () -> Void, isHere: Bool, for owner: AnyObject) -> Bool {
    append(Job(run: job), isHere: isHere, for: owner)
  }

  /// Starts the delivery of the appended items. A caller that is here delivers all that waits immediately. Called without
  /// the lock.
  @usableFromInline
  package final func start(isHere: Bool, for owner: AnyObject) {
    guard let mailbox, let target else { return drain(for: owner) }
    mailbox._withUnsafeGuaranteedRef {
      if isHere { $0.takeTurn(on: target) } else { $0.scheduleTurn(on: target, for: owner) }
    }
  }

  /// Delivers all that waits. Called without a target, by the delivering thread or after `append` has returned `true`.
  @usableFromInline
  final func drain(for owner: AnyObject) {
    delivery.drain { deliver(&$0, for: owner) }
  }

  /// Retains `mark` until what waits has been delivered.
  package final func pass(_ mark: AnyObject, for owner: AnyObject) {
    if isIdle { return }
    if lockedIfNeeded({ append(job: { withExtendedLifetime(mark) {} }, isHere: false, for: owner) }) {
      start(isHere: false, for: owner)
    }
  }

  /// Runs `body`; without a target, under the lock.
  @inline(__always)
  fileprivate final func lockedIfNeeded<Result>(_ body: () -> Result) -> Result {
    hasTarget ? body() : delivery.lock.withLock(body)
  }

  /// Counts an appended item. Called under the mailbox's lock. Returns whether nothing else is pending.
  final func didAppend() -> Bool { pending.wrappingAdd(1, ordering: .relaxed).oldValue == 0 }

  /// Counts delivered items. Returns whether nothing is pending.
  final func didDeliver(_ count: Int) -> Bool {
    pending.wrappingSubtract(count, ordering: .acquiringAndReleasing).newValue == 0
  }
}

/// Delivers items on a target with a closure.
///
/// Many items share one `queue.async`: while a turn is scheduled or running, further items only join the mailbox. An
/// item sent on the target itself while nothing is pending is delivered inline, unless `runsInline` is `false`.
package final class QueuePump<Owner: AnyObject, Item>: Receiver, @unchecked Sendable {
  private let runsInline: Bool
  private let deliver: (Owner, Item) -> Void

  package init(target: DeliveryTarget?, runsInline: Bool = true, deliver: @escaping (Owner, Item) -> Void) {
    self.runsInline = runsInline
    self.deliver = deliver
    super.init(target: target)
  }

  /// Delivers `item` on the target, inline or later.
  package func send(_ item: Item, for owner: Owner) {
    send(item, for: owner) { deliver(owner, item) }
  }

  /// Runs `job` on the target, inline or later.
  package func send(for owner: Owner, job: @escaping (Owner) -> Void) {
    // The owner is retained while the job waits. If the job retained it too, a cancelled turn would leave a cycle of
    // owner, pump and job.
    send(Job { [unowned owner] in job(owner) }, for: owner) { job(owner) }
  }

  /// Calls `deliver` if the caller may deliver inline, otherwise appends `entry`.
  @inline(__always)
  private func send<Waiting>(_ entry: @autoclosure () -> Waiting, for owner: Owner, deliver: () -> Void) {
    let isHere = runsInline && isHere
    let step = lockedIfNeeded { place(isHere: isHere) { append(entry(), isHere: isHere, for: owner) } }
    perform(step, isHere: isHere, for: owner, deliver: deliver)
  }

  package override func deliver(_ turn: inout Turn, for owner: AnyObject) {
    let owner = unsafeDowncast(owner, to: Owner.self)
    while let entry = turn.next() { deliver(owner, entry.take()) }
  }
}
