package import DeliveryCore
public import Dispatch

// The overloads share these parameters:
//
// - replay: whether the closure is first called with the current value. Registration and replay are atomic: no value
//   set in between is lost or received twice.
// - queue: where the closure is called. Without a queue, a closure that belongs to an actor is called on that actor
//   (for the main actor, on the main queue), and any other closure where the Bindable delivers.
// - policy: which values a closure with its own queue or actor receives if it cannot keep up.
// - distinct: which values count as unchanged and are skipped. By default, none.
//
// A closure for a named queue does not inherit the isolation of its context, not even in main.swift, so the compiler
// reports uses of isolated state. `.main` is the exception, for views: its closure may belong to the main actor.

// MARK: - On the closure's actor, or on the main queue

extension ReadOnlyBindable {
  /// Calls `observerBlock` with each value until `owner` is deallocated or ``remove(observer:)`` is called.
  ///
  ///     viewModel.count.observe(on: self) { [weak self] count in self?.show(count) }
  ///
  /// A closure without a queue or an actor that sets this value every time it is called never ends the delivery, so the
  /// first set, or this call, does not return: set it only if the new value differs, or name a queue.
  ///
  /// `owner` is held weakly. `observerBlock` may run while another thread begins to deallocate `owner`, so capture
  /// `owner` as `weak`, not `unowned`, or use the form with `with:`.
  public func observe(
    on owner: AnyObject, replay: Bool = true, queue: MainQueue? = nil, policy: DeliveryPolicy = .every,
    distinct: DuplicateFilter<Value>? = nil,
    @_inheritActorContext observerBlock: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {
    let target = DeliveryTarget(isolation: observerBlock.isolation, queue)
    add(values(owner, distinct, droppingIsolation(observerBlock)), owner, replay, target, policy)
  }

  /// Calls `block` with the owner and each value until `owner` is deallocated or ``remove(observer:)`` is called.
  ///
  ///     viewModel.count.observe(with: self) { view, count in view.show(count) }
  ///
  /// `owner` is held weakly, except while `block` runs.
  public func observe<Owner: AnyObject & Sendable>(
    with owner: Owner, replay: Bool = true, queue: MainQueue? = nil, policy: DeliveryPolicy = .every,
    distinct: DuplicateFilter<Value>? = nil,
    @_inheritActorContext _ block: @escaping @isolated(any) @Sendable (Owner, Value) -> Void
  ) {
    let target = DeliveryTarget(isolation: block.isolation, queue)
    add(values(owner, distinct, holding(owner, droppingIsolation(block))), owner, replay, target, policy)
  }

  /// Calls `block` with each value until the token is cancelled or deallocated.
  ///
  ///     let token = viewModel.count.observe { print($0) }
  public func observe(
    replay: Bool = true, queue: MainQueue? = nil, policy: DeliveryPolicy = .every,
    distinct: DuplicateFilter<Value>? = nil,
    @_inheritActorContext _ block: @escaping @isolated(any) @Sendable (Value) -> Void
  ) -> BindableToken {
    let target = DeliveryTarget(isolation: block.isolation, queue)
    return token(values(nil, distinct, droppingIsolation(block)), replay, target, policy)
  }

  /// Calls `observerBlock` with the old and the new value of each change until `owner` is deallocated or
  /// ``remove(observer:)`` is called. On replay, both are the current value. `owner` is held weakly.
  public func observeChanges(
    on owner: AnyObject, replay: Bool = true, queue: MainQueue? = nil, policy: DeliveryPolicy = .every,
    distinct: DuplicateFilter<Value>? = nil,
    @_inheritActorContext observerBlock: @escaping @isolated(any) @Sendable (_ old: Value, _ new: Value) -> Void
  ) {
    let target = DeliveryTarget(isolation: observerBlock.isolation, queue)
    add(changes(owner, distinct, droppingIsolation(observerBlock)), owner, replay, target, policy)
  }

  /// Calls `block` with the owner and the old and new value of each change until `owner` is deallocated or
  /// ``remove(observer:)`` is called. On replay, both are the current value.
  public func observeChanges<Owner: AnyObject & Sendable>(
    with owner: Owner, replay: Bool = true, queue: MainQueue? = nil, policy: DeliveryPolicy = .every,
    distinct: DuplicateFilter<Value>? = nil,
    @_inheritActorContext _ block: @escaping @isolated(any) @Sendable (Owner, _ old: Value, _ new: Value) -> Void
  ) {
    let target = DeliveryTarget(isolation: block.isolation, queue)
    add(changes(owner, distinct, holding(owner, droppingIsolation(block))), owner, replay, target, policy)
  }

  /// Calls `block` with the old and the new value of each change until the token is cancelled or deallocated. On
  /// replay, both are the current value.
  public func observeChanges(
    replay: Bool = true, queue: MainQueue? = nil, policy: DeliveryPolicy = .every,
    distinct: DuplicateFilter<Value>? = nil,
    @_inheritActorContext _ block: @escaping @isolated(any) @Sendable (_ old: Value, _ new: Value) -> Void
  ) -> BindableToken {
    let target = DeliveryTarget(isolation: block.isolation, queue)
    return token(changes(nil, distinct, droppingIsolation(block)), replay, target, policy)
  }

  /// Calls `block` with an actor and each value until the actor is deallocated or ``remove(observer:)`` is called.
  ///
  ///     actor Archive {
  ///       func follow(_ count: ReadOnlyBindable<Int>) {
  ///         count.observe(with: self) { archive, count in archive.append(count) }
  ///       }
  ///     }
  ///
  /// `block` runs on the actor, which is held weakly except while a delivery waits for the actor or runs on it.
  public func observe<Owner: Actor>(
    with owner: Owner, replay: Bool = true, policy: DeliveryPolicy = .every, distinct: DuplicateFilter<Value>? = nil,
    _ block: @escaping @Sendable (isolated Owner, Value) -> Void
  ) {
    let call = holding(owner) { owner, value in owner.assumeIsolated { block($0, value) } }
    let target = DeliveryTarget.weakly(owner)
    add(values(owner, distinct, call), owner, replay, target, policy)
  }
}

// MARK: - On a named queue

extension ReadOnlyBindable {
  /// Calls `observerBlock` on `queue` with each value until `owner` is deallocated or ``remove(observer:)`` is called.
  @_disfavoredOverload
  public func observe(
    on owner: AnyObject, replay: Bool = true, queue: DispatchQueue?, policy: DeliveryPolicy = .every,
    distinct: DuplicateFilter<Value>? = nil, observerBlock: @escaping @Sendable (Value) -> Void
  ) {
    add(values(owner, distinct, observerBlock), owner, replay, queue.map(DeliveryTarget.init), policy)
  }

  /// Calls `block` on `queue` with the owner and each value until `owner` is deallocated or ``remove(observer:)`` is
  /// called.
  @_disfavoredOverload
  public func observe<Owner: AnyObject & Sendable>(
    with owner: Owner, replay: Bool = true, queue: DispatchQueue?, policy: DeliveryPolicy = .every,
    distinct: DuplicateFilter<Value>? = nil, _ block: @escaping @Sendable (Owner, Value) -> Void
  ) {
    add(values(owner, distinct, holding(owner, block)), owner, replay, queue.map(DeliveryTarget.init), policy)
  }

  /// Calls `block` on `queue` with each value until the token is cancelled or deallocated.
  ///
  ///     let token = count.observe(queue: work) { print($0) }
  @_disfavoredOverload
  public func observe(
    replay: Bool = true, queue: DispatchQueue?, policy: DeliveryPolicy = .every,
    distinct: DuplicateFilter<Value>? = nil, _ block: @escaping @Sendable (Value) -> Void
  ) -> BindableToken {
    token(values(nil, distinct, block), replay, queue.map(DeliveryTarget.init), policy)
  }

  /// Calls `observerBlock` on `queue` with the old and the new value of each change until `owner` is deallocated or
  /// ``remove(observer:)`` is called.
  @_disfavoredOverload
  public func observeChanges(
    on owner: AnyObject, replay: Bool = true, queue: DispatchQueue?, policy: DeliveryPolicy = .every,
    distinct: DuplicateFilter<Value>? = nil, observerBlock: @escaping @Sendable (_ old: Value, _ new: Value) -> Void
  ) {
    add(changes(owner, distinct, observerBlock), owner, replay, queue.map(DeliveryTarget.init), policy)
  }

  /// Calls `block` on `queue` with the owner and the old and new value of each change until `owner` is deallocated or
  /// ``remove(observer:)`` is called.
  @_disfavoredOverload
  public func observeChanges<Owner: AnyObject & Sendable>(
    with owner: Owner, replay: Bool = true, queue: DispatchQueue?, policy: DeliveryPolicy = .every,
    distinct: DuplicateFilter<Value>? = nil, _ block: @escaping @Sendable (Owner, _ old: Value, _ new: Value) -> Void
  ) {
    add(changes(owner, distinct, holding(owner, block)), owner, replay, queue.map(DeliveryTarget.init), policy)
  }

  /// Calls `block` on `queue` with the old and the new value of each change until the token is cancelled or
  /// deallocated.
  @_disfavoredOverload
  public func observeChanges(
    replay: Bool = true, queue: DispatchQueue?, policy: DeliveryPolicy = .every,
    distinct: DuplicateFilter<Value>? = nil, _ block: @escaping @Sendable (_ old: Value, _ new: Value) -> Void
  ) -> BindableToken {
    token(changes(nil, distinct, block), replay, queue.map(DeliveryTarget.init), policy)
  }

  /// Observes on `queue`. A queue is not an owner: write `observe(queue:)`.
  @available(*, deprecated, message: "A queue is not an owner. Write observe(queue: queue) { ... } and keep the token.")
  public func observe(
    on queue: DispatchQueue, replay: Bool = true, policy: DeliveryPolicy = .every,
    distinct: DuplicateFilter<Value>? = nil, observerBlock: @escaping @Sendable (Value) -> Void
  ) -> BindableToken {
    observe(replay: replay, queue: queue, policy: policy, distinct: distinct, observerBlock)
  }
}

// MARK: - The common implementation

extension ReadOnlyBindable {
  private func values(
    _ owner: AnyObject?, _ distinct: DuplicateFilter<Value>?, _ block: @escaping (Value) -> Void
  ) -> Observation<Value> {
    distinct == nil ? ValueObservation(owner: owner, block: block) : changes(owner, distinct) { block($1) }
  }

  private func changes(
    _ owner: AnyObject?, _ distinct: DuplicateFilter<Value>?, _ block: @escaping (Value, Value) -> Void
  ) -> Observation<Value> {
    ChangesObservation(owner: owner, distinct: distinct, block: block)
  }

  @discardableResult
  private func add(
    _ observation: Observation<Value>, _ owner: AnyObject?, _ replay: Bool, _ target: DeliveryTarget?,
    _ policy: DeliveryPolicy
  ) -> ObservationEnd {
    let options = ObservationOptions(owner: owner, replay: replay, endsWithOwner: owner != nil)
    guard let target else { return add(observation, options) }
    return add(QueuedObservation(observation, options, target: target, policy: policy), options)
  }

  private func token(
    _ observation: Observation<Value>, _ replay: Bool, _ target: DeliveryTarget?, _ policy: DeliveryPolicy
  ) -> BindableToken {
    BindableToken(add(observation, nil, replay, target, policy))
  }

  /// Calls `block` on `actor`, which is held weakly, until the token is cancelled or deallocated or the actor is
  /// deallocated. Without an actor, `block` is called where the Bindable delivers.
  package func observe(
    onWeak actor: (any Actor)?, policy: DeliveryPolicy, _ block: @escaping @Sendable (Value) -> Void
  ) -> BindableToken {
    var target = DeliveryTarget(isolation: actor)
    if case .actor(let actor) = target { target = .weakly(actor) }
    let options = ObservationOptions(owner: actor, replay: true, endsWithOwner: false)
    let observation = ValueObservation(owner: actor, block: block)
    guard let target else { return BindableToken(add(observation, options)) }
    return BindableToken(add(QueuedObservation(observation, options, target: target, policy: policy), options))
  }

  /// Observes values with their changes, for bindings and bridges, until the result is called or `owner` is
  /// deallocated.
  ///
  /// - Parameter ended: called once all source Bindables have been deallocated and the last change has been delivered.
  @discardableResult
  package func link(
    owner: AnyObject? = nil, replay: Bool, ended: @escaping () -> Void = {},
    block: @escaping (_ value: Value, _ change: Change) -> Void
  ) -> ObservationEnd {
    let observation = LinkObservation(owner: owner, ended: ended, block: block)
    return add(observation, ObservationOptions(owner: owner, replay: replay, endsWithOwner: false))
  }
}

extension DeliveryTarget {
  /// The target of a closure: the main queue if `queue` is given, otherwise the closure's actor; `nil` if there is
  /// neither.
  fileprivate init?(isolation: (any Actor)?, _ queue: MainQueue?) {
    guard queue != nil else {
      self.init(isolation: isolation)
      return
    }
    if let isolation, isolation !== MainActor.shared {
      fatalError(
        "observe(queue: .main) was given a closure that belongs to \(type(of: isolation)). Leave out `queue:` to have "
          + "it called on that actor, or write `{ @MainActor ... in` to have it called on the main queue.")
    }
    self = .main
  }
}

/// Returns a closure that calls `call` with `owner` while `owner` is alive.
private func holding<Owner: AnyObject & Sendable, Value>(
  _ owner: Owner, _ call: @escaping @Sendable (Owner, Value) -> Void
) -> @Sendable (Value) -> Void {
  { [weak owner] value in
    if let owner { call(owner, value) }
  }
}

private func holding<Owner: AnyObject & Sendable, Value>(
  _ owner: Owner, _ call: @escaping @Sendable (Owner, Value, Value) -> Void
) -> @Sendable (Value, Value) -> Void {
  { [weak owner] old, new in
    if let owner { call(owner, old, new) }
  }
}
