import Synchronization

/// Delivers items on a target, one at a time and in order. On a queue that is taken to be serial, all receivers share
/// its mailbox; elsewhere, each has an order of its own. Without a target, the sending threads deliver.
///
/// The holder retains the receiver: a store is its own holder, a pump belongs to an observation or a sink. While items
/// wait on the target, the holder is retained: in a mailbox by the receiver, elsewhere by the scheduled turn.
open class Receiver: @unchecked Sendable {
  /// Delivers, unless there is a mailbox: then it only marks a nested delivery. The lock also guards the holder's state.
  public final let delivery = SerialDelivery()
  package final let target: DeliveryTarget?
  /// Whether there is a target. (Reading the target itself would retain it.)
  public final let hasTarget: Bool
  /// Whether a caller on the target that finds nothing waiting for this receiver may deliver before it returns.
  private final let runsInline: Bool
  /// The mailbox of a serial queue, which the target retains.
  @usableFromInline final let mailbox: Unmanaged<Mailbox>?

  /// The holder, which is always the same, retained once while items are pending in the mailbox. Written under the
  /// mailbox's lock; while items are pending, it does not change, and the delivering thread reads it without the lock.
  private final let pendingHolder = Atomic<Unmanaged<AnyObject>?>(nil)
  /// The number of its newest entry in the mailbox. Written under the mailbox's lock; allocated by the first append, in a
  /// cache line of its own: next to what the delivering thread reads, that thread and the senders would take the line from
  /// each other for each item.
  @exclusivity(unchecked) private(set) final var newest: UnsafeMutablePointer<Atomic<Int>>?

  package init(target: DeliveryTarget?, runsInline: Bool = true) {
    self.target = target
    self.runsInline = runsInline
    hasTarget = target != nil
    mailbox = target?.mailbox.map(Unmanaged.passUnretained)
  }

  deinit { newest?.deinitialize(count: 1).deallocate() }

  /// Runs `turn` and delivers its items. Called by the delivering thread, on the target if there is one. Overridden.
  open func deliver(_ turn: inout Turn, for holder: AnyObject) {
    preconditionFailure("\(Self.self) does not override deliver(_:for:).")
  }

  /// Whether everything that was sent has been delivered.
  package final var isIdle: Bool { delivery.isIdle && pendingHolder.load(ordering: .acquiring) == nil }

  // MARK: Inline or later

  /// The action to take after unlocking.
  public enum Action {
    case none
    /// Deliver inline, as the delivering thread. If the caller has begun a turn for it, end the turn.
    case deliver(endsTurn: Bool)
    /// Start the delivery of what waits.
    case start(isHere: Bool)
  }

  /// Chooses what a sender does. Without a mailbox, called under the lock.
  ///
  /// - Without a target, it delivers inline; if a delivery is going on, it appends.
  /// - On the target's queue, inside another delivery or if nothing waits there, it delivers inline, if this receiver is
  ///   idle.
  /// - On the queue, if something waits there, but not for this receiver, it appends, and delivers all that waits.
  /// - Anywhere else, it appends, and a turn follows.
  ///
  /// - Parameters:
  ///   - inline: whether a sender on the target's queue may deliver before it returns.
  ///   - nests: whether it may deliver inside another delivery there.
  @inlinable @inline(__always)
  public final func place(inline: Bool = true, nests: Bool = true, append: () -> Bool) -> Action {
    let isHere = hasTarget && inline && mayDeliverHere
    let isNested = isHere && nests && isNested
    let isFirst = isHere && !isNested && beginsTurn
    if !hasTarget || isNested || isFirst, delivery.enterLocked() { return .deliver(endsTurn: isFirst) }
    return append() || isHere ? .start(isHere: isHere) : .none
  }

  /// Whether the caller is on the target's queue, and may deliver there because this receiver is idle.
  @usableFromInline
  final var mayDeliverHere: Bool { runsInline && isIdle && mailbox?._withUnsafeGuaranteedRef { $0.isCurrent } == true }

  /// Whether the caller is inside a delivery on the target's queue.
  @usableFromInline
  final var isNested: Bool { mailbox?._withUnsafeGuaranteedRef { $0.isDeliveringHere } == true }

  /// Begins a turn on the target's queue, where the caller is, if nothing waits there and nothing is being delivered.
  @usableFromInline
  final var beginsTurn: Bool { mailbox?._withUnsafeGuaranteedRef { $0.beginTurn() } == true }

  /// Takes the action that `place` chose. Called without the lock.
  @inlinable @inline(__always)
  public final func perform(_ action: Action, for holder: AnyObject, deliver: () -> Void) {
    switch action {
    case .none: break
    case .deliver(let endsTurn):
      deliver()
      if !delivery.leave() { start(isHere: true, for: holder) }
      if endsTurn { endTurn() }
    case .start(let isHere): start(isHere: isHere, for: holder)
    }
  }

  /// Calls `deliver` if the caller may deliver inline, otherwise appends `item`.
  @inline(__always)
  final func send<Item>(
    _ item: @autoclosure () -> Item, inline: Bool = true, nests: Bool = true, for holder: AnyObject, deliver: () -> Void
  ) {
    if mailbox == nil { delivery.lock.lock() }
    let action = place(inline: inline, nests: nests) { append(item(), for: holder) }
    if mailbox == nil { delivery.lock.unlock() }
    perform(action, for: holder, deliver: deliver)
  }

  /// Holds `mark` until what waits on the target has been delivered. Overridden by a receiver that passes values on.
  open func pass(_ mark: DeliveryMark, for holder: AnyObject) {
    if !isIdle { send(Job(run: mark.pass), inline: false, for: holder) {} }
  }

  /// Whether the caller is where this receiver delivers. Without a target, every caller is.
  package final var isHere: Bool { !hasTarget || mailbox?._withUnsafeGuaranteedRef { $0.isCurrent } == true }

  /// Delivers what waits on the target's queue, where the caller is, unless it is inside a delivery there.
  package final func deliverWaiting() {
    guard let target else { return }
    mailbox?._withUnsafeGuaranteedRef { if !$0.isDeliveringHere { $0.takeTurn(on: target, takesAll: true) } }
  }

  // MARK: Delivering later

  /// Appends an item or a ``Job``. Without a mailbox, called under the lock. Returns whether the caller must call `start`.
  package final func append<Item>(_ item: Item, _ change: Change = .none, for holder: AnyObject) -> Bool {
    guard let mailbox else { return delivery.append(item, change) }
    return mailbox._withUnsafeGuaranteedRef { mailbox in
      mailbox.delivery.lock.lock()  // A closure under `withLock` would not be inlined in unspecialised code.
      defer { mailbox.delivery.lock.unlock() }
      if pendingHolder.load(ordering: .relaxed) == nil {
        pendingHolder.store(.passRetained(holder), ordering: .relaxed)
        if newest == nil { allocateNewest() }
      }
      return mailbox.delivery.append(item, change, for: self)
    }
  }

  private final func allocateNewest() {
    let line = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
    newest = line.assumingMemoryBound(to: Atomic<Int>.self)
    newest?.initialize(to: Atomic(0))
  }

  /// Delivers its next items in a mailbox's turn. Returns the holder, which the caller releases, if none is left.
  final func deliverPending(_ turn: inout Turn) -> Unmanaged<AnyObject>? {
    guard let mailbox, let newest, let holder = pendingHolder.load(ordering: .relaxed) else {
      preconditionFailure("Items wait without their holder.")
    }
    holder._withUnsafeGuaranteedRef { deliver(&turn, for: $0) }
    if !turn.hasDelivered(newest) { return nil }
    return mailbox._withUnsafeGuaranteedRef { mailbox in
      mailbox.delivery.lock.withLock {
        turn.hasDelivered(newest) ? pendingHolder.exchange(nil, ordering: .releasing) : nil
      }
    }
  }

  @usableFromInline
  final func endTurn() {
    if let target { mailbox?._withUnsafeGuaranteedRef { $0.endTurn(on: target) } }
  }

  /// Starts the delivery of the appended items. Without a target, or if the caller is on its queue, delivers all that
  /// waits before it returns. Called without the lock.
  @usableFromInline
  package final func start(isHere: Bool, for holder: AnyObject) {
    guard let target else { return _ = delivery.drain { deliver(&$0, for: holder) } }
    if let mailbox {
      return mailbox._withUnsafeGuaranteedRef {
        if isHere { $0.takeTurn(on: target, takesAll: true) } else { $0.scheduleTurn(on: target) }
      }
    }
    // The turn keeps the holder alive: if the items did, a cancelled turn would leave a cycle of holder, receiver and
    // items.
    nonisolated(unsafe) let holder = holder
    target.async { [self] in
      guard delivery.resume(as: SerialDelivery.anyThread) else { return }  // A scheduler ran the work twice.
      let isOver = delivery.drain(atMost: target.itemsPerTurn) { deliver(&$0, for: holder) }
      if isOver { start(isHere: false, for: holder) }
    }
  }
}

/// Delivers items on a target with a closure.
///
/// Many items share one `queue.async`: while a turn is scheduled or running, further items only join the mailbox. An
/// item sent on the target itself while nothing is pending is delivered before `send` returns, unless `runsInline` is
/// `false`.
package final class QueuePump<Holder: AnyObject, Item>: Receiver, @unchecked Sendable {
  private let deliver: (Holder, Item) -> Void

  package init(target: DeliveryTarget, runsInline: Bool = true, deliver: @escaping (Holder, Item) -> Void) {
    self.deliver = deliver
    super.init(target: target, runsInline: runsInline)
  }

  /// Delivers `item` on the target, inline or later.
  package func send(_ item: Item, for holder: Holder) {
    send(item, for: holder) { deliver(holder, item) }
  }

  /// Runs `job` on the target, inline or later; if `nests` is `false`, after any other delivery there.
  package func send(nests: Bool = true, for holder: Holder, job: @escaping (Holder) -> Void) {
    // The holder is retained while the job waits. If the job retained it too, a cancelled turn would leave a cycle of
    // holder, pump and job.
    send(Job { [unowned holder] in job(holder) }, nests: nests, for: holder) { job(holder) }
  }

  package override func deliver(_ turn: inout Turn, for holder: AnyObject) {
    let holder = unsafeDowncast(holder, to: Holder.self)
    turn.run { deliver(holder, $0.take()) }
  }
}
