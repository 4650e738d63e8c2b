import Synchronization

/// Delivers items on a target, one at a time and in order.
///
/// | target | none | a queue with a mailbox | an actor, a global queue |
/// | --- | --- | --- | --- |
/// | who delivers | the sending threads | turns on the queue, for all its receivers | turns of this receiver |
/// | places wait in | `delivery` | the mailbox | `delivery` |
/// | lock for appending | that of `delivery`, held by the caller | the mailbox's, taken here | as without a target |
/// | `delivery` says | who delivers, and whether more waits | that a sender delivers its own item; `tickets` counts the rest | as without a target |
///
/// The holder retains the receiver: a store is its own holder, a pump belongs to an observation or a sink. While items
/// wait on the target, the holder is retained: in a mailbox by the tickets, elsewhere by the scheduled turn.
open class Receiver: @unchecked Sendable {
  /// Its lock also guards the subclass's state.
  public final let delivery = SerialDelivery()
  package final let target: DeliveryTarget?
  /// Whether there is a target. (Reading the target itself would retain it.)
  public final let hasTarget: Bool
  /// Whether a caller on the target that finds nothing waiting for this receiver may deliver before it returns.
  private final let runsInline: Bool
  /// Whether an item that waits is replaced by the next one.
  fileprivate final let keepsNewest: Bool
  /// The index of its newest ticket in the mailbox, until that is taken. Guarded by the mailbox's lock. (In 32 bits, because
  /// they fit here.)
  @exclusivity(unchecked) final var newestTicket: Int32 = 0
  /// The mailbox of a serial queue, which the target retains.
  @usableFromInline final let mailbox: Unmanaged<Mailbox>?
  /// The number of its tickets in the mailbox that have not been served.
  final let tickets = Atomic<Int>(0)

  package init(target: DeliveryTarget?, runsInline: Bool = true, keepsNewest: Bool = false) {
    self.target = target
    self.runsInline = runsInline
    self.keepsNewest = keepsNewest
    hasTarget = target != nil
    mailbox = target?.mailbox.map(Unmanaged.passUnretained)
  }

  /// Delivers the next `count` items, or only one, by `deliverEach`. Called by the delivering thread, on the target if there
  /// is one. Overridden.
  open func deliver(_ count: inout Int, onlyOne: Bool, _ turn: inout Turn, for holder: AnyObject) {
    preconditionFailure("\(Self.self) does not override deliver(_:onlyOne:_:for:).")
  }

  /// Calls `deliverNext` for each item, as far as the turn allows, and `trim` after the last. They take items under the lock
  /// that they are called with.
  @inlinable @inline(__always)
  public final func deliverEach(
    _ count: inout Int, onlyOne: Bool, _ turn: inout Turn, _ deliverNext: (borrowing Lock) -> Void,
    trim: (borrowing Lock) -> Void
  ) {
    let rest = onlyOne ? count - 1 : 0
    if let mailbox {
      // Does not read this receiver's own state: senders on other threads write to it.
      mailbox._withUnsafeGuaranteedRef { mailbox in
        while count > rest, !turn.isOver {
          count -= 1
          deliverNext(mailbox.delivery.lock)
          turn.didDeliver()
        }
        if count == 0 { trim(mailbox.delivery.lock) }
      }
    } else {
      while count > rest, !turn.isOver {
        count -= 1
        deliverNext(delivery.lock)
        turn.didDeliver()
      }
      if count == 0 { trim(delivery.lock) }
    }
  }

  /// Whether everything that was sent has been delivered.
  package final var isIdle: Bool { delivery.isIdle && tickets.load(ordering: .acquiring) == 0 }

  /// Whether the caller is where this receiver delivers. Without a target, every caller is.
  package final var isHere: Bool { !hasTarget || mailbox?._withUnsafeGuaranteedRef { $0.isCurrent } == true }

  // MARK: Now or later

  /// What a sender does after unlocking.
  public enum Route {
    /// It delivers, as the delivering thread. If it has begun a turn for that, it ends the turn.
    case now(endsTurn: Bool)
    /// It starts the delivery of what waits.
    case later(atOnce: Bool)
    /// It leaves the item to the thread that is delivering, or to the next turn.
    case left
  }

  /// Decides whether the sender delivers itself. Called under the lock for appending, if the caller holds that.
  ///
  /// - Without a target, it does unless a delivery is going on.
  /// - On the target's queue it does if nothing waits for this receiver: its item alone, inside another delivery or if nothing
  ///   waits on the queue; otherwise it appends the item, and delivers all that waits there.
  /// - Anywhere else it appends, and a turn follows.
  ///
  /// - Parameters:
  ///   - nests: whether the sender may deliver inside another delivery on the queue.
  ///   - append: appends the item, and returns whether the caller must start its delivery.
  @inlinable @inline(__always)
  public final func route(nests: Bool = true, append: () -> Bool) -> Route {
    let mayDeliver = hasTarget && mayDeliverHere
    let isInside = mayDeliver && nests && isInsideDelivery
    // With a mailbox, only the thread that delivers on its queue enters, so that no lock is needed.
    let mayEnter = !hasTarget || isInside || mayDeliver && beginTurn()
    if mayEnter, delivery.enterLocked() { return .now(endsTurn: mayDeliver && !isInside) }
    let mustStart = append()
    return mustStart || mayDeliver ? .later(atOnce: mayDeliver) : .left
  }

  /// Whether the caller is on the target's queue, and may deliver there because this receiver is idle.
  @usableFromInline
  final var mayDeliverHere: Bool { runsInline && isIdle && mailbox?._withUnsafeGuaranteedRef { $0.isCurrent } == true }

  /// Whether the caller is inside a delivery on the target's queue.
  @usableFromInline
  final var isInsideDelivery: Bool { mailbox?._withUnsafeGuaranteedRef { $0.delivery.isDeliveringHere } == true }

  /// Begins a turn on the target's queue, where the caller is, if nothing waits there and nothing is being delivered.
  @usableFromInline
  final func beginTurn() -> Bool { mailbox?._withUnsafeGuaranteedRef { $0.delivery.enter() } == true }

  /// Does what `route` has decided. Called without the lock.
  @inlinable @inline(__always)
  public final func follow(_ route: Route, for holder: AnyObject, deliver: () -> Void) {
    switch route {
    case .now(let endsTurn):
      deliver()
      // Fails only without a target: with a mailbox, nothing is appended to this delivery.
      if !delivery.leave() { start(atOnce: true, for: holder) }
      if endsTurn { endTurn() }
    case .later(let atOnce): start(atOnce: atOnce, for: holder)
    case .left: if !hasTarget, delivery.takesOver() { start(atOnce: true, for: holder) }
    }
  }

  @usableFromInline
  final func endTurn() {
    if let target { mailbox?._withUnsafeGuaranteedRef { $0.endTurn(on: target) } }
  }

  // MARK: Later

  /// Appends an item, which `store` keeps. If `store` returns `false`, the item has replaced another and needs no place.
  /// Returns whether the caller must call `start`.
  @inline(__always)
  package final func appendItem(for holder: AnyObject, store: () -> Bool) -> Bool {
    guard let mailbox else { return delivery.appendItem(isNew: store()) }
    return mailbox._withUnsafeGuaranteedRef { mailbox in
      mailbox.delivery.lock.lock()  // A closure under `withLock` would not be inlined in unspecialised code.
      defer { mailbox.delivery.lock.unlock() }
      return mailbox.delivery.appendItem(isNew: store(), of: self, holder)
    }
  }

  /// Appends a job. Returns whether the caller must call `start`.
  package final func append(for holder: AnyObject, _ job: @escaping () -> Void) -> Bool {
    guard let mailbox else { return delivery.append(job) }
    return mailbox._withUnsafeGuaranteedRef { mailbox in
      mailbox.delivery.lock.withLock { mailbox.delivery.append(job, of: self, holder) }
    }
  }

  /// Starts the delivery of what was appended: at once, where the caller is on the target's queue, or by a turn. Without a
  /// target, delivers all that waits before it returns, unless another thread takes over. Called without the lock.
  @usableFromInline
  package final func start(atOnce: Bool, for holder: AnyObject) {
    guard let target else { return _ = delivery.drain { deliver(&$0, onlyOne: false, &$1, for: holder) } }
    if let mailbox {
      return mailbox._withUnsafeGuaranteedRef {
        if atOnce { $0.takeTurn(on: target, takesAll: true) } else { $0.scheduleTurn(on: target) }
      }
    }
    // The turn keeps the holder alive: if the tickets did, a cancelled turn would leave a cycle of holder, receiver and
    // tickets.
    nonisolated(unsafe) let holder = holder
    target.async { [self] in
      guard delivery.resume() else { return }  // A scheduler ran the work twice.
      let isOver = delivery.drain(Turn(limit: target.itemsPerTurn)) { deliver(&$0, onlyOne: false, &$1, for: holder) }
      if isOver { start(atOnce: false, for: holder) }
    }
  }

  /// Delivers what waits on the target's queue if the caller is there, and not inside a delivery.
  package final func deliverWaiting() {
    guard let target, let mailbox else { return }
    mailbox._withUnsafeGuaranteedRef {
      if $0.isCurrent, !$0.delivery.isDeliveringHere { $0.takeTurn(on: target, takesAll: true) }
    }
  }

  /// Holds `mark` until what waits on the target has been delivered. Overridden by a receiver that passes values on.
  open func carry(_ mark: DeliveryMark, for holder: AnyObject) {
    if isIdle { return }
    let mustStart =
      mailbox == nil
      ? delivery.lock.withLock { append(for: holder, mark.pass) } : append(for: holder, mark.pass)
    if mustStart { start(atOnce: false, for: holder) }
  }
}

/// Delivers items on a target with a closure.
///
/// Many items share one `queue.async`: while a turn is scheduled or running, further items only join the mailbox. An
/// item sent on the target itself while nothing is pending is delivered before `send` returns, unless `runsInline` is
/// `false`.
package final class QueuePump<Holder: AnyObject, Item>: Receiver, @unchecked Sendable {
  private let action: (Holder, Item) -> Void
  /// The ``Items``.
  private let items = LateObject()

  /// - Parameter keepsNewest: whether the next item replaces a waiting one, and takes its place.
  package init(
    target: DeliveryTarget, runsInline: Bool = true, keepsNewest: Bool = false,
    action: @escaping (Holder, Item) -> Void
  ) {
    self.action = action
    super.init(target: target, runsInline: runsInline, keepsNewest: keepsNewest)
  }

  /// Delivers `item` on the target, now or later.
  package func send(_ item: Item, for holder: Holder) {
    if keepsNewest { return sendNewest(item, for: holder) }
    let route = decide {
      appendItem(for: holder) {
        items.with(Items<Item>()) { $0.append(item) }
        return true
      }
    }
    follow(route, for: holder) { action(holder, item) }
  }

  private func sendNewest(_ item: Item, for holder: Holder) {
    var replaced = item  // Released after unlocking.
    // Not inside another delivery, so that all values of the Bindable that wait on the same queue come first.
    let route = decide(nests: false) {
      appendItem(for: holder) {
        items.with(Items<Item>()) {
          let isNew = !$0.canReplaceLast
          if isNew { $0.append(item) } else { $0.replaceLast(with: &replaced) }
          return isNew
        }
      }
    }
    follow(route, for: holder) { action(holder, item) }
    extendLifetime(replaced)
  }

  /// Runs `job` on the target, now or later.
  package func send(for holder: Holder, job: @escaping (Holder) -> Void) {
    // The holder is retained while the job waits. If the job retained it too, a cancelled turn would leave a cycle of
    // holder, pump and job.
    let route = decide { append(for: holder) { [unowned holder] in job(holder) } }
    follow(route, for: holder) { job(holder) }
  }

  /// Decides under the lock for appending.
  @inline(__always)
  private func decide(nests: Bool = true, append: () -> Bool) -> Route {
    if mailbox != nil { return route(nests: nests, append: append) }
    delivery.lock.lock()
    defer { delivery.lock.unlock() }
    return route(nests: nests, append: append)
  }

  package override func deliver(_ count: inout Int, onlyOne: Bool, _ turn: inout Turn, for holder: AnyObject) {
    let holder = unsafeDowncast(holder, to: Holder.self)
    items.with(Items<Item>()) { items in
      deliverEach(&count, onlyOne: onlyOne, &turn) { lock in
        if items.mustTake { lock.withLock { items.take() } }
        action(holder, items.removeFirst())
      } trim: { lock in
        items.trim(under: lock)
      }
    }
  }
}
