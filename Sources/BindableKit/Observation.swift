internal import CRuntime
package import DeliveryCore
import Synchronization

/// How an observation handles a value.
enum Call<Value> {
  /// The observer's closure.
  case block((Value) -> Void)
  /// Passes the value on: to a queue, a derived value's observer or a binding.
  case wrapped((_ value: Value, _ change: Change, _ observation: AnyObservation) -> Void)

  /// Handles a value, unless the observation has ended. Ends it if its owner has been deallocated.
  @inline(__always)
  func callAsFunction(_ value: Value, _ change: Change, _ observation: AnyObservation) {
    if observation.isRemoved { return }
    guard observation.options.isOwnerAlive else { return observation.end() }
    switch self {
    case .block(let call): call(value)
    case .wrapped(let call): call(value, change, observation)
    }
  }
}

/// Whether, and where, a new observation first receives the current value.
package enum Replay {
  case none
  /// Before the registration returns; if the Bindable has a queue and the caller is elsewhere, on that queue.
  case whereDelivered
  /// Before the registration returns, on the calling thread. For bindings, which have set their destination then,
  /// and for sequences.
  case now
}

/// The options of a binding's or a bridge's observation alone. (An object, so that all options take few words.)
final class Link {
  /// The binding; `nil` if values are passed on to something that takes no part in bindings.
  let binding: BindingEdge?
  /// Called after the Bindable has been deallocated and all values have been delivered.
  let ended: (() -> Void)?

  init(_ binding: BindingEdge?, _ ended: (() -> Void)?) {
    (self.binding, self.ended) = (binding, ended)
  }
}

/// The options of an observation.
struct ObservationOptions {
  enum Kind {
    /// An observer, called where the Bindable delivers.
    case observer
    /// An observer on a target of its own, where its pump delivers.
    case observerOnTarget(pump: Receiver)
    /// A binding or a bridge.
    case link(Link)
    /// An observation by a combination, of one of its sources.
    case part(Combination)
  }

  let kind: Kind
  /// Keeps the owner's memory allocated, so that its address stays unique, without keeping the owner alive.
  private unowned let ownerMemory: AnyObject?
  /// The owner's address, which is unique as long as its memory is allocated; `nil` without an owner.
  private let owner: ObjectIdentifier?

  init(_ kind: Kind, owner: AnyObject? = nil) {
    self.kind = kind
    ownerMemory = owner
    self.owner = owner.map(ObjectIdentifier.init)
  }

  /// Whether `remove(observer: object)` ends the observation, if `object` is the one with this identity.
  func isOwned(by object: ObjectIdentifier) -> Bool {
    switch kind {
    case .observer, .observerOnTarget: owner == object
    case .link, .part: false
    }
  }

  /// The receiver to which the observation passes the values on, if any.
  var receiver: Receiver? {
    switch kind {
    case .observer, .link: nil
    case .observerOnTarget(let pump): pump
    case .part(let combination): combination
    }
  }

  var link: Link? { if case .link(let link) = kind { link } else { nil } }

  /// Whether the observation is a binding's, so that it receives renewals.
  var isBinding: Bool {
    switch kind {
    case .observer, .observerOnTarget: false
    case .link(let link): link.binding != nil
    case .part(let combination): combination.isBinding
    }
  }

  /// The closure to call after the Bindable's end.
  var ended: (() -> Void)? {
    switch kind {
    case .observer, .observerOnTarget: nil
    case .link(let link): link.ended
    case .part(let combination): combination.rootEnded
    }
  }

  /// Whether the owner's deinit has not begun; `true` without an owner. Reading a weak reference instead would retain
  /// the owner, which takes about 70 ns.
  var isOwnerAlive: Bool {
    guard let owner else { return true }
    return !swift_isDeallocating(UnsafeRawPointer(bitPattern: UInt(bitPattern: owner)))
  }
}

/// The part of an ``Observation`` that does not depend on the value type.
package class AnyObservation: ObserverEntry, @unchecked Sendable {
  final let options: ObservationOptions
  /// The store, which retains the observation in turn, until either ends. A weak reference would make each retain of
  /// the store more expensive.
  private final let store: Atomic<Unmanaged<AnyBindableStore>?>

  init(_ options: ObservationOptions, _ policy: DeliveryPolicy, in store: AnyBindableStore) {
    self.options = options
    self.store = Atomic(.passRetained(store))
    super.init(needsOnlyNewest: policy == .latest)
  }

  /// Ends the observation. May be called repeatedly, even by several threads at once.
  package final func end() {
    guard markRemoved() else { return }
    options.link?.binding?.end()
    leaveStore()
  }

  /// Unregisters the observation. Unless it is marked as removed, it is still called for values that wait on a queue of
  /// its own.
  final func leaveStore() {
    store.exchange(nil, ordering: .acquiringAndReleasing)?.takeRetainedValue().remove(self)
  }
}

/// One observation of a stored value.
final class Observation<Value: Sendable>: AnyObservation, @unchecked Sendable {
  private let call: Call<Value>

  init(_ options: ObservationOptions, _ policy: DeliveryPolicy, in store: AnyBindableStore, _ call: Call<Value>) {
    self.call = call
    super.init(options, policy, in: store)
  }

  /// Handles the change.
  @inline(__always)
  func handle(_ value: Value, _ change: Change) { call(value, change, self) }
}

extension ReadOnlyBindable {
  /// Calls `block` on `target`, or where the Bindable delivers, until the observation ends.
  @discardableResult
  package func observe(
    owner: AnyObject?, _ replays: Bool, _ target: DeliveryTarget?, _ policy: DeliveryPolicy,
    _ block: @escaping (Value) -> Void
  ) -> AnyObservation {
    let replay: Replay = replays ? .whereDelivered : .none
    // Before any use of a pump's type: see *Generic code* in the architecture.
    guard let target else { return source.observe(.init(.observer, owner: owner), .every, replay, .block(block)) }
    let call = Call.block(block)
    let pump = QueuePump<AnyObservation, Value>(target: target, keepsNewest: policy == .latest) { observation, value in
      call(value, Change.none, observation)  // Looks again whether it has ended.
    }
    let send = Call<Value>.wrapped { value, _, observation in pump.send(value, for: observation) }
    return source.observe(.init(.observerOnTarget(pump: pump), owner: owner), policy, replay, send)
  }
}
