import DeliveryCore
public import Dispatch

/// Which values an observer with a queue or an actor of its own receives if it cannot keep up.
public enum DeliveryPolicy: Sendable {
  /// Every value, in order. Pending values are kept in memory.
  case every
  /// Only the newest value: at most one value waits for the observer.
  case latest
}

// The overloads share these parameters:
//
// - replay: whether the closure is first called with the current value: before `observe` returns, unless it has a queue
//   or actor of its own, or the Bindable has a queue and the caller is elsewhere. Registration and replay are atomic: no
//   value set in between is lost or received twice.
// - queue: where the closure is called. Without a queue, a closure that belongs to an actor is called on that actor
//   (for the main actor, on the main queue), and any other closure where the Bindable delivers.
// - policy: which values a closure with its own queue or actor receives if it cannot keep up.
//
// A closure for a named queue does not inherit the isolation of its context, not even in main.swift, so the compiler
// reports uses of isolated state. `.main` is the exception, for views: its closure may belong to the main actor.

extension ReadOnlyBindable {
  // MARK: On the closure's actor, or on the main queue

  /// Calls `observerBlock` with each value until `owner` is deallocated or ``remove(observer:)`` is called.
  ///
  ///     viewModel.count.observe(on: self) { [weak self] count in self?.show(count) }
  ///
  /// The closure is first called with the current value, before this method returns, unless it has a queue or actor of its
  /// own, or the Bindable has a queue and the caller is elsewhere.
  ///
  /// A closure without a queue or an actor that sets this value every time it is called never ends the delivery, so the
  /// first set, or this call, does not return: set it only if the new value differs, or name a queue.
  ///
  /// `owner` is held weakly. `observerBlock` may run while another thread begins to deallocate `owner`, so capture
  /// `owner` as `weak`, not `unowned`, or use the form with `with:`.
  public func observe(
    on owner: AnyObject, replay: Bool = true, queue: MainQueue? = nil, policy: DeliveryPolicy = .every,
    @_inheritActorContext observerBlock: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {
    let target = DeliveryTarget(isolation: observerBlock.isolation, queue)
    observe(owner: owner, replay, target, policy, droppingIsolation(observerBlock))
  }

  /// Calls `block` with the owner and each value until `owner` is deallocated or ``remove(observer:)`` is called.
  ///
  ///     viewModel.count.observe(with: self) { view, count in view.show(count) }
  ///
  /// `owner` is held weakly, except while `block` runs. A closure that captures what holds this Bindable keeps it alive,
  /// even after the owner's end: capture only what it needs.
  public func observe<Owner: AnyObject & Sendable>(
    with owner: Owner, replay: Bool = true, queue: MainQueue? = nil, policy: DeliveryPolicy = .every,
    @_inheritActorContext _ block: @escaping @isolated(any) @Sendable (Owner, Value) -> Void
  ) {
    let target = DeliveryTarget(isolation: block.isolation, queue)
    observe(owner: owner, replay, target, policy, weakly(owner, droppingIsolation(block)))
  }

  /// Calls `block` with each value until the token is cancelled or deallocated.
  ///
  ///     let token = viewModel.count.observe { print($0) }
  public func observe(
    replay: Bool = true, queue: MainQueue? = nil, policy: DeliveryPolicy = .every,
    @_inheritActorContext _ block: @escaping @isolated(any) @Sendable (Value) -> Void
  ) -> BindableToken {
    let target = DeliveryTarget(isolation: block.isolation, queue)
    return BindableToken(observe(owner: nil, replay, target, policy, droppingIsolation(block)).end)
  }

  // MARK: On a named queue

  /// Calls `observerBlock` on `queue` with each value until `owner` is deallocated or ``remove(observer:)`` is called.
  @_disfavoredOverload
  public func observe(
    on owner: AnyObject, replay: Bool = true, queue: DispatchQueue?, policy: DeliveryPolicy = .every,
    observerBlock: @escaping @Sendable (Value) -> Void
  ) {
    observe(owner: owner, replay, queue.map(DeliveryTarget.init), policy, observerBlock)
  }

  /// Calls `block` on `queue` with the owner and each value until `owner` is deallocated or ``remove(observer:)`` is
  /// called.
  @_disfavoredOverload
  public func observe<Owner: AnyObject & Sendable>(
    with owner: Owner, replay: Bool = true, queue: DispatchQueue?, policy: DeliveryPolicy = .every,
    _ block: @escaping @Sendable (Owner, Value) -> Void
  ) {
    observe(owner: owner, replay, queue.map(DeliveryTarget.init), policy, weakly(owner, block))
  }

  /// Calls `block` on `queue` with each value until the token is cancelled or deallocated.
  ///
  ///     let token = count.observe(queue: work) { print($0) }
  @_disfavoredOverload
  public func observe(
    replay: Bool = true, queue: DispatchQueue?, policy: DeliveryPolicy = .every,
    _ block: @escaping @Sendable (Value) -> Void
  ) -> BindableToken {
    BindableToken(observe(owner: nil, replay, queue.map(DeliveryTarget.init), policy, block).end)
  }

  /// Observes on `queue`. A queue is not an owner: write `observe(queue:)`.
  @available(*, deprecated, message: "A queue is not an owner. Write observe(queue: queue) { ... } and keep the token.")
  public func observe(
    on queue: DispatchQueue, replay: Bool = true, policy: DeliveryPolicy = .every,
    observerBlock: @escaping @Sendable (Value) -> Void
  ) -> BindableToken {
    observe(replay: replay, queue: queue, policy: policy, observerBlock)
  }
}

extension DeliveryTarget {
  /// The target of a closure: the main queue if `queue` is given, otherwise the closure's actor; `nil` if there is
  /// neither.
  fileprivate init?(isolation: (any Actor)?, _ queue: MainQueue?) {
    if queue != nil, let isolation, isolation !== MainActor.shared {
      fatalError(
        "observe(queue: .main) was given a closure that belongs to \(type(of: isolation)). Leave out `queue:` to have "
          + "it called on that actor, or write `{ @MainActor ... in` to have it called on the main queue.")
    }
    self.init(isolation: queue == nil ? isolation : MainActor.shared)
  }
}
