import DeliveryCore
public import Dispatch

// Every form takes the same choices:
//
// - replay: whether the block is called with the present value at once. Registration and replay are one step: no set
//   between them is lost or seen twice.
// - queue: a queue of the observer's own. A block formed on an actor is always called on that actor, a main-actor one
//   on the main queue.
// - policy: what a queue of its own that is slower than the setter gets to see.
// - distinct: which values count as no change. Nothing is left out unless asked for.

extension Bindable {
  /// Calls `observerBlock` with each value for as long as `owner` lives, or until ``remove(observer:)``.
  ///
  ///     viewModel.count.observe(on: self) { [weak self] count in self?.show(count) }
  ///
  /// `owner` is held weakly. A block formed on the main actor is called on the main queue; any other on the
  /// Bindable's queue, or on `queue`.
  public func observe(
    on owner: AnyObject, replay: Bool = true, queue: DispatchQueue? = nil, policy: DeliveryPolicy = .every,
    distinct: Distinctness<Value>? = nil,
    @_inheritActorContext observerBlock: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {
    let target = DeliveryTarget(isolation: observerBlock.isolation) ?? queue.map(DeliveryTarget.init)
    let entry = entry(owner, distinct: distinct, block: lifted(observerBlock))
    register(entry, owner: owner, target: target, policy: policy, replay: replay)
  }

  /// Calls `block` with the owner and each value for as long as `owner` lives, or until ``remove(observer:)``.
  ///
  ///     viewModel.count.observe(with: self) { view, count in view.show(count) }
  ///
  /// `owner` is held weakly, and strongly during the call. A block formed on the main actor is called on the main
  /// queue; any other on the Bindable's queue, or on `queue`.
  public func observe<Owner: AnyObject & Sendable>(
    with owner: Owner, replay: Bool = true, queue: DispatchQueue? = nil, policy: DeliveryPolicy = .every,
    distinct: Distinctness<Value>? = nil,
    @_inheritActorContext _ block: @escaping @isolated(any) @Sendable (Owner, Value) -> Void
  ) {
    let target = DeliveryTarget(isolation: block.isolation) ?? queue.map(DeliveryTarget.init)
    let call = lifted(block)
    let entry = entry(owner, distinct: distinct) { [weak owner] value in
      if let owner { call(owner, value) }
    }
    register(entry, owner: owner, target: target, policy: policy, replay: replay)
  }

  /// Calls `block` with each value until the token is cancelled or goes.
  ///
  ///     let token = viewModel.count.observe { print($0) }
  ///
  /// A block formed on the main actor is called on the main queue; any other on the Bindable's queue, or on `queue`.
  public func observe(
    replay: Bool = true, queue: DispatchQueue? = nil, policy: DeliveryPolicy = .every,
    distinct: Distinctness<Value>? = nil,
    @_inheritActorContext _ block: @escaping @isolated(any) @Sendable (Value) -> Void
  ) -> BindableToken {
    let target = DeliveryTarget(isolation: block.isolation) ?? queue.map(DeliveryTarget.init)
    let entry = entry(nil, distinct: distinct, block: lifted(block))
    return token(register(entry, owner: nil, target: target, policy: policy, replay: replay))
  }

  /// Calls `observerBlock` with the old and the new value of each change for as long as `owner` lives, or until
  /// ``remove(observer:)``. At replay both are the present value.
  public func observeChanges(
    on owner: AnyObject, replay: Bool = true, queue: DispatchQueue? = nil, policy: DeliveryPolicy = .every,
    distinct: Distinctness<Value>? = nil,
    @_inheritActorContext observerBlock: @escaping @isolated(any) @Sendable (_ old: Value, _ new: Value) -> Void
  ) {
    let target = DeliveryTarget(isolation: observerBlock.isolation) ?? queue.map(DeliveryTarget.init)
    let entry = changeEntry(owner, distinct: distinct, block: lifted(observerBlock))
    register(entry, owner: owner, target: target, policy: policy, replay: replay)
  }

  /// Calls `block` with the owner and the old and new value of each change for as long as `owner` lives, or until
  /// ``remove(observer:)``. At replay both are the present value.
  public func observeChanges<Owner: AnyObject & Sendable>(
    with owner: Owner, replay: Bool = true, queue: DispatchQueue? = nil, policy: DeliveryPolicy = .every,
    distinct: Distinctness<Value>? = nil,
    @_inheritActorContext _ block: @escaping @isolated(any) @Sendable (Owner, _ old: Value, _ new: Value) -> Void
  ) {
    let target = DeliveryTarget(isolation: block.isolation) ?? queue.map(DeliveryTarget.init)
    let call = lifted(block)
    let entry = changeEntry(owner, distinct: distinct) { [weak owner] old, new in
      if let owner { call(owner, old, new) }
    }
    register(entry, owner: owner, target: target, policy: policy, replay: replay)
  }

  /// Calls `block` with the old and the new value of each change until the token is cancelled or goes. At replay both
  /// are the present value.
  public func observeChanges(
    replay: Bool = true, queue: DispatchQueue? = nil, policy: DeliveryPolicy = .every,
    distinct: Distinctness<Value>? = nil,
    @_inheritActorContext _ block: @escaping @isolated(any) @Sendable (_ old: Value, _ new: Value) -> Void
  ) -> BindableToken {
    let target = DeliveryTarget(isolation: block.isolation) ?? queue.map(DeliveryTarget.init)
    let entry = changeEntry(nil, distinct: distinct, block: lifted(block))
    return token(register(entry, owner: nil, target: target, policy: policy, replay: replay))
  }

  /// Observes with all there is to know, for the bridge: who set, and when the Bindable has gone.
  package func observe(
    owner: AnyObject? = nil, replay: Bool, ended: @escaping () -> Void = {},
    block: @escaping (_ new: Value, _ origin: AnyObject?) -> Void
  ) -> BindableToken {
    observeNumbered(owner: owner, replay: replay, ended: ended) { new, origin, _ in block(new, origin) }
  }

  /// Observes for as long as `owner`, if any, lives, without a token, for the bridge. The result ends it when called.
  package func link(
    to owner: AnyObject?, replay: Bool, ended: @escaping () -> Void,
    block: @escaping (_ new: Value, _ origin: AnyObject?) -> Void
  ) -> @Sendable () -> Void {
    let entry = ChangeEntry<Value>(owner: owner, ended: ended) { _, new, origin, _ in block(new, origin) }
    register(entry, isOwners: false, replay: replay)
    nonisolated(unsafe) weak let bindable = self  // Guards itself; only its values may not be sendable.
    return { bindable?.remove(entry) }
  }

  /// Calls `action` when the Bindable goes, if `owner` still lives then.
  package func whenGone(owner: AnyObject, _ action: @escaping () -> Void) {
    register(EndEntry(owner: owner, ended: action), isOwners: false, replay: false)
  }

  /// The same, with the number of each change (see ``changeNumber``); of a replay, that of the last change before it.
  package func observeNumbered(
    owner: AnyObject? = nil, replay: Bool, ended: @escaping () -> Void = {},
    block: @escaping (_ new: Value, _ origin: AnyObject?, _ number: UInt64) -> Void
  ) -> BindableToken {
    let entry = ChangeEntry<Value>(owner: owner, ended: ended) { _, new, origin, number in block(new, origin, number) }
    register(entry, isOwners: false, replay: replay)
    return token(entry)
  }

  private func entry(
    _ owner: AnyObject?, distinct: Distinctness<Value>?, block: @escaping (Value) -> Void
  ) -> BindableEntry<Value> {
    guard let distinct else { return ValueEntry(owner: owner, block: block) }
    return changeEntry(owner, distinct: distinct) { _, new in block(new) }
  }

  private func changeEntry(
    _ owner: AnyObject?, distinct: Distinctness<Value>?, block: @escaping (Value, Value) -> Void
  ) -> BindableEntry<Value> {
    guard let distinct else { return ChangeEntry(owner: owner) { old, new, _, _ in block(old, new) } }
    return DistinctEntry(owner: owner, distinct: distinct, block: block)
  }

  @discardableResult
  private func register(
    _ inner: BindableEntry<Value>, owner: AnyObject?, target: DeliveryTarget?, policy: DeliveryPolicy, replay: Bool
  ) -> BindableEntry<Value> {
    let entry = target.map { QueuedEntry(inner, owner: owner, target: $0, policy: policy) } ?? inner
    register(entry, isOwners: owner != nil, replay: replay)
    return entry
  }

  private func token(_ entry: BindableEntry<Value>) -> BindableToken {
    nonisolated(unsafe) weak let bindable = self  // Guards itself; only its values may not be sendable.
    return BindableToken {
      if let bindable { bindable.remove(entry) } else { _ = entry.silence() }
    }
  }
}
