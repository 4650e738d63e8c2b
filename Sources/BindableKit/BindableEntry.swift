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
    notify(old: old, new: new, origin: origin)
    return true
  }

  /// Delivers the value that was present at registration.
  final func replay(_ value: Value) {
    if isLive { notify(old: value, new: value, origin: nil) }
  }

  func notify(old: Value, new: Value, origin: AnyObject?) {}

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

  override func notify(old: Value, new: Value, origin: AnyObject?) { block(new) }
}

/// Calls a block with all there is to know about each change, and one when the Bindable has gone.
final class ChangeEntry<Value>: BindableEntry<Value>, @unchecked Sendable {
  private let block: (_ old: Value, _ new: Value, _ origin: AnyObject?) -> Void
  private let ended: () -> Void

  init(
    owner: AnyObject?, ended: @escaping () -> Void = {},
    block: @escaping (_ old: Value, _ new: Value, _ origin: AnyObject?) -> Void
  ) {
    self.block = block
    self.ended = ended
    super.init(owner: owner)
  }

  override var wantsOld: Bool { true }

  override func notify(old: Value, new: Value, origin: AnyObject?) { block(old, new, origin) }

  override func end() { ended() }
}

/// Passes everything on to another entry, on a target of its own.
final class QueuedEntry<Value>: BindableEntry<Value>, @unchecked Sendable {
  private let inner: BindableEntry<Value>
  private let pump: QueuePump
  private let policy: DeliveryPolicy
  private let lock = Lock()
  /// With the policy `.latest`: the change that waits. Guarded by the lock.
  private var waiting: (old: Value, new: Value, origin: AnyObject?)?

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

  override func notify(old: Value, new: Value, origin: AnyObject?) {
    switch policy {
    case .every:
      pump.send { [inner] in
        if inner.isLive { inner.notify(old: old, new: new, origin: origin) }
      }
    case .latest:
      let replaced = lock.withLock {
        let before = waiting
        waiting = (before?.old ?? old, new, origin)
        return before
      }
      if replaced == nil { pump.send { [self] in notifyLatest() } }
    }
  }

  private func notifyLatest() {
    let change = lock.withLock {
      let change = waiting
      waiting = nil
      return change
    }
    if let change, inner.isLive { inner.notify(old: change.old, new: change.new, origin: change.origin) }
  }

  override func end() {
    pump.send { [inner] in inner.end() }
  }
}
