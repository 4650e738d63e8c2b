package import DeliveryCore
public import Dispatch

/// A value that notifies its observers each time it is set: `didSet`, done right.
///
///     final class ViewModel {
///       let count = Bindable(0)
///       func increase() { count.modify { $0 += 1 } }
///     }
///
///     viewModel.count.observe(on: view) { [weak view] count in view?.show(count) }
///
/// By default, each observer receives every value that is set, exactly once, in order and one at a time. Without a
/// queue, observers are called on the setting thread, or on another thread that is already delivering. With a queue,
/// they are called on that queue. A closure that belongs to the main actor is called on the main queue, even if the
/// Bindable has another queue. A value set inside an observer is visible in ``value`` immediately, and delivered after
/// the one being delivered has reached all observers that are called in the same delivery. Values for a slow queue wait
/// in memory, without a limit, except for an observer with a queue or an actor of its own and
/// the policy ``DeliveryPolicy/latest``. No lock is held while an observer runs.
///
/// Who owns whom:
///
///     view model ──▶ Bindable ──▶ store ◀─▶ observation ──▶ closure
///                                   ▲           ▲ ┊
///          delivery on a queue ─────┘   token ──┘ └┄┄weak┄┄▶ owner
///
/// The store holds the value and the observations, which hold it until either ends. A scheduled delivery retains the
/// store, not the Bindable. A Bindable is therefore deallocated when its last reference is released, and values set
/// before that are still delivered.
///
/// All members may be used from any thread.
///
/// As a property wrapper, `@Bindable var count = 0` provides `count`, the value, and `$count`, the Bindable. A wrapped
/// property is a variable, so a `Sendable` class can have one only if the class is isolated to an actor; elsewhere,
/// write `let count = Bindable(0)`. In an initialiser, `$count` can be used once all properties are initialised.
///
/// Semantics: the Observer pattern with `didSet`; comparable to ReactiveX's BehaviorSubject, but without terminal
/// events.
@propertyWrapper
public final class Bindable<Value: Sendable>: ReadOnlyBindable<Value>, @unchecked Sendable {
  let store: BindableStore<Value>
  private var owned: Set<BindableToken> = []  // Guarded by the store's lock.

  /// Creates a Bindable that calls its observers on the setting thread, or on `queue`.
  ///
  ///     let count = Bindable(0)
  ///
  /// On a queue, observers are called one at a time even if the queue is concurrent. A value set on the queue is
  /// delivered before the setter returns, unless something waits for this Bindable, the queue is a global queue, or
  /// another thread is delivering on it, which can happen on a concurrent queue. What already waits on the queue comes
  /// first, except inside a delivery on it.
  ///
  /// An observer whose closure belongs to an actor is called on that actor. In Swift 6 mode, a closure that is passed
  /// to `observe` without a queue in `main.swift`, or in the `main()` of `@main`, belongs to the main actor. A plain
  /// command-line program does not run the main queue by itself: either name a queue when you observe, or run the main
  /// queue (see ``MainQueue``):
  ///
  ///     let count = Bindable(0, queue: work)
  ///     let token = count.observe(queue: work) { print($0) }
  ///
  /// - Parameters:
  ///   - value: the initial value.
  ///   - queue: the queue on which observers that belong to no actor are called; `nil` for the setting thread.
  public convenience init(_ value: Value, queue: DispatchQueue? = nil) {
    self.init(value, target: queue.map(DeliveryTarget.init))
  }

  /// Creates a Bindable that calls its observers on the setting thread, or on `target`.
  package init(_ value: Value, target: DeliveryTarget?) {
    store = BindableStore(value, target: target)
    super.init(store)
  }

  /// Supports `@Bindable var count = 0` and `@Bindable(queue: .main) var count = 0`, where `$count` is the Bindable.
  /// See ``init(_:queue:)``.
  public convenience init(wrappedValue: Value, queue: DispatchQueue? = nil) {
    self.init(wrappedValue, queue: queue)
  }

  deinit { store.end() }

  /// The current value. Setting it notifies all current observers, even if the new value is equal to the old one.
  ///
  /// `bindable.value += 1` reads the value and then sets it, as two steps. Use ``modify(_:)`` if other threads also set
  /// the value.
  public override var value: Value {
    get { store.value }
    set { store.set(newValue) }
  }

  /// The current value, for the property wrapper.
  public var wrappedValue: Value {
    get { store.value }
    set { store.set(newValue) }
  }

  /// The Bindable itself, for the property wrapper. A struct with a `@Bindable` property shares the Bindable with its
  /// copies.
  public var projectedValue: Bindable { self }

  /// Changes the value in place, atomically, and notifies observers once.
  ///
  /// The body runs under the lock, so keep it short, and set no other Bindable in it: that Bindable's observers would
  /// run under this lock. Two bodies that read each other's Bindable can deadlock. Using this Bindable inside the body,
  /// or in the deinit of a value that the body replaces, stops the program with a message. The lock is not fair: a
  /// thread that calls `modify` in a loop without a pause can keep a reader waiting for several tenths of a second, and a
  /// reader of a combination for so long at each Bindable.
  ///
  ///     let last = list.modify { $0.popLast() }
  ///
  /// - Parameter body: changes the value through its argument.
  /// - Returns: the result of `body`.
  /// - Throws: any error thrown by `body`. Changes made before the error remain, and observers receive them.
  public func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try store.modify(body)
  }

  /// Keeps `token` until the Bindable is deallocated or the returned closure is called.
  @discardableResult
  package func own(_ token: BindableToken) -> @Sendable () -> Void {
    store.locked { _ = owned.insert(token) }
    return { [weak self, weak token] in
      if let self, let token { store.locked { _ = self.owned.remove(token) } }
    }
  }

  // MARK: - As an end of a binding: see `BindingEnd`

  package func join() -> BindingNode { join(isUnset: false) }

  /// Like `join()`.
  ///
  /// - Parameter isUnset: whether every change that comes over a binding outranks the initial value.
  @discardableResult
  package func join(isUnset: Bool) -> BindingNode { store.locked { store.audience.join(isUnset: isUnset) } }

  package func renew() { store.renew() }

  package func set(_ value: Value, _ change: Change, over binding: BindingEdge) {
    store.set(value, change, over: binding)
  }
}
