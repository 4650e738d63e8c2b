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
  /// Before the registration returns, on the calling thread. For bindings, which have set their destination then.
  case now
}

/// The options of an observation.
struct ObservationOptions {
  /// Keeps the owner's memory allocated, so that its address stays unique, without keeping the owner alive.
  private unowned let ownerMemory: AnyObject?
  /// The owner's address, which is unique as long as its memory is allocated; `nil` without an owner.
  let owner: ObjectIdentifier?
  /// The receiver to which the observation passes the values on, if any: a pump, or a combination.
  let receiver: Receiver?
  /// `nil` if `remove(observer:)` ends the observation. A link has the closure, if any, that is called after the Bindable
  /// has been deallocated and all values have been delivered. (In an object, for one word instead of two.)
  let ended: Reference<(() -> Void)?>?

  init(owner: AnyObject? = nil, receiver: Receiver? = nil, ended: Reference<(() -> Void)?>? = nil) {
    ownerMemory = owner
    self.owner = owner.map(ObjectIdentifier.init)
    self.receiver = receiver
    self.ended = ended
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

  init(_ options: ObservationOptions, in store: AnyBindableStore) {
    self.options = options
    self.store = Atomic(.passRetained(store))
    super.init()
  }

  /// Ends the observation. May be called repeatedly, even by several threads at once.
  package final func end() {
    if markRemoved() { leaveStore() }
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

  init(_ options: ObservationOptions, in store: AnyBindableStore, _ call: Call<Value>) {
    self.call = call
    super.init(options, in: store)
  }

  /// Handles the change.
  @inline(__always)
  func call(_ value: Value, _ change: Change) { call(value, change, self) }
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
    guard let target else { return source.observe(.init(owner: owner), replay, .block(block)) }
    let call = Call.block(block)
    let pump = QueuePump<AnyObservation, Value>(target: target) { call($1, .none, $0) }
    let options = ObservationOptions(owner: owner, receiver: pump)
    if policy == .every {
      return source.observe(options, replay, .wrapped { value, _, observation in pump.send(value, for: observation) })
    }
    let newest = Reference<Value?>(nil)  // The value that waits. Guarded by the pump's lock.
    let sendNewest = Call<Value>.wrapped { value, _, observation in
      let former = pump.delivery.lock.withLock { exchange(&newest.content, with: value) }  // Released after unlocking.
      if former != nil { return }
      // Not inside another delivery, so that all values of the Bindable that wait on the same queue come first.
      pump.send(nests: false, for: observation) { observation in
        let value = pump.delivery.lock.withLock { newest.content.take() }
        if let value { call(value, .none, observation) }
      }
    }
    return source.observe(options, replay, sendNewest)
  }
}
