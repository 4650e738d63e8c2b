import DeliveryCore

/// One observation of a ``Bindable``. Subclasses say what is called.
class BindableEntry<Value>: OwnedEntry, @unchecked Sendable {
  /// The observation of the same owner that was registered before this one. Guarded by the Bindable's lock.
  final var previousOfOwner: BindableEntry?

  /// Whether a value may still be delivered.
  final var isLive: Bool { !isRemoved && isOwnerAlive }

  /// Whether the entry looks at old values, so that they must be kept for it.
  var wantsOld: Bool { false }

  /// Delivers the change of that number if the entry waits for it; `false` when its owner has died.
  final func offer(old: Value, new: Value, origin: AnyObject?, number: UInt64) -> Bool {
    if isRemoved || registeredAt >= number { return true }
    guard isOwnerAlive else { return false }
    notify(old: old, new: new, origin: origin, number: number)
    return true
  }

  /// Delivers the value that was present at registration.
  final func replay(_ value: Value) {
    if isLive { notifyReplay(value) }
  }

  func notify(old: Value, new: Value, origin: AnyObject?, number: UInt64) {}

  /// Apart from `notify`, because what is present is no change and yet must not be taken for none.
  func notifyReplay(_ value: Value) {
    notify(old: value, new: value, origin: nil, number: registeredAt)
  }

  /// The Bindable has gone; nothing will follow.
  func end() {}
}

/// Calls a block with each new value.
final class ValueEntry<Value>: BindableEntry<Value>, @unchecked Sendable {
  private let block: (Value) -> Void

  init(owner: AnyObject?, block: @escaping (Value) -> Void) {
    self.block = block
    super.init(owner: owner)
  }

  override func notify(old: Value, new: Value, origin: AnyObject?, number: UInt64) { block(new) }
}

/// Calls a block with all there is to know about each change, and one when the Bindable has gone.
final class ChangeEntry<Value>: BindableEntry<Value>, @unchecked Sendable {
  private let block: (_ old: Value, _ new: Value, _ origin: AnyObject?, _ number: UInt64) -> Void
  private let ended: () -> Void

  init(
    owner: AnyObject?, ended: @escaping () -> Void = {},
    block: @escaping (_ old: Value, _ new: Value, _ origin: AnyObject?, _ number: UInt64) -> Void
  ) {
    self.block = block
    self.ended = ended
    super.init(owner: owner)
  }

  override var wantsOld: Bool { true }

  override func notify(old: Value, new: Value, origin: AnyObject?, number: UInt64) { block(old, new, origin, number) }

  override func end() { ended() }
}

/// Waits for the end of the Bindable.
final class EndEntry<Value>: BindableEntry<Value>, @unchecked Sendable {
  private let ended: () -> Void

  init(owner: AnyObject?, ended: @escaping () -> Void) {
    self.ended = ended
    super.init(owner: owner)
  }

  override func end() { ended() }
}

/// Calls a block with the value that is present at registration and with each real change.
final class DistinctEntry<Value>: BindableEntry<Value>, @unchecked Sendable {
  private let distinct: Distinctness<Value>
  private let block: (_ old: Value, _ new: Value) -> Void

  init(owner: AnyObject?, distinct: Distinctness<Value>, block: @escaping (_ old: Value, _ new: Value) -> Void) {
    self.distinct = distinct
    self.block = block
    super.init(owner: owner)
  }

  override var wantsOld: Bool { true }

  override func notify(old: Value, new: Value, origin: AnyObject?, number: UInt64) {
    if !distinct.isSame(old, new) { block(old, new) }
  }

  override func notifyReplay(_ value: Value) { block(value, value) }
}

/// Passes everything on to another entry, on a target of its own.
final class QueuedEntry<Value>: BindableEntry<Value>, @unchecked Sendable {
  /// With the policy `.latest`: what waits, made of all that came since the last delivery.
  private struct Waiting {
    let old: Value
    let new: Value
    let origin: AnyObject?
    let number: UInt64
    /// Nothing was delivered before: what waits is the present value, and no change.
    let isReplay: Bool
  }

  private let inner: BindableEntry<Value>
  private let pump: QueuePump
  private let policy: DeliveryPolicy
  private let lock = Lock()
  /// Guarded by the lock.
  private var waiting: Waiting?

  init(_ inner: BindableEntry<Value>, owner: AnyObject?, target: DeliveryTarget, policy: DeliveryPolicy) {
    self.inner = inner
    self.policy = policy
    pump = QueuePump(target: target)
    super.init(owner: owner)
  }

  override var wantsOld: Bool { inner.wantsOld }

  override func silence() -> Bool {
    _ = inner.silence()
    return super.silence()
  }

  override func notify(old: Value, new: Value, origin: AnyObject?, number: UInt64) {
    switch policy {
    case .every:
      pump.send { [inner] in
        if inner.isLive { inner.notify(old: old, new: new, origin: origin, number: number) }
      }
    case .latest: wait(Waiting(old: old, new: new, origin: origin, number: number, isReplay: false))
    }
  }

  override func notifyReplay(_ value: Value) {
    switch policy {
    case .every: pump.send { [inner] in inner.replay(value) }
    case .latest: wait(Waiting(old: value, new: value, origin: nil, number: registeredAt, isReplay: true))
    }
  }

  /// Merges a change with the one that waits, if any.
  private func wait(_ change: Waiting) {
    let replaced = lock.withLock {
      let before = waiting  // Freed after unlocking.
      waiting = Waiting(
        old: before?.old ?? change.old, new: change.new, origin: change.origin, number: change.number,
        isReplay: before?.isReplay ?? change.isReplay)
      return before
    }
    if replaced == nil { pump.send { [self] in notifyLatest() } }
  }

  private func notifyLatest() {
    let change = lock.withLock {
      let change = waiting
      waiting = nil
      return change
    }
    guard let change, inner.isLive else { return }
    if change.isReplay {
      inner.notifyReplay(change.new)
    } else {
      inner.notify(old: change.old, new: change.new, origin: change.origin, number: change.number)
    }
  }

  override func end() {
    pump.send { [inner] in inner.end() }
  }
}
