internal import CRuntime
package import DeliveryCore
import Synchronization

/// How an observation handles a value.
enum Call<Value> {
  /// The observer's closure.
  case block((Value) -> Void)
  /// Passes the value on: to a queue, a derived value's observer or a binding. If a transform runs first, it then checks
  /// that the observation is still live.
  case wrapped((_ value: Value, _ change: Change, _ observation: AnyObservation) -> Void)

  func callAsFunction(_ value: Value, _ change: Change, _ observation: AnyObservation) {
    switch self {
    case .block(let call): call(value)
    case .wrapped(let call): call(value, change, observation)
    }
  }
}

/// The options of an observation.
struct ObservationOptions {
  /// Keeps the owner's memory allocated, so that its address stays unique, without keeping the owner alive.
  private unowned let ownerMemory: AnyObject?
  /// The owner's address, which is unique as long as its memory is allocated; `nil` without an owner.
  let owner: ObjectIdentifier?
  /// Whether `remove(observer:)` with the owner ends the observation.
  var isRemovable = false
  var role = ObservationRole.closure

  init(owner: AnyObject?) {
    ownerMemory = owner
    self.owner = owner.map(ObjectIdentifier.init)
  }

  /// Whether the owner's deinit has not begun; `true` without an owner. Reading a weak reference instead would retain
  /// the owner, which takes about 70 ns.
  var isOwnerAlive: Bool {
    guard let owner else { return true }
    return !swift_isDeallocating(UnsafeRawPointer(bitPattern: UInt(bitPattern: owner)))
  }
}

/// Who receives the values of an observation.
enum ObservationRole {
  case closure
  /// A closure on a target, to which the receiver sends the values.
  case target(Receiver)
  /// A combination; this observes one of its roots.
  case part(of: Combination)
  /// A closure that belongs to a link. The box's closure is called after the Bindable has been deallocated and all values
  /// have been delivered.
  case link(ended: Reference<() -> Void>)
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

  /// Unregisters the observation, which is still called for values that wait on a queue of its own.
  final func leaveStore() {
    store.exchange(nil, ordering: .acquiringAndReleasing)?.takeRetainedValue().remove(self)
  }

  /// Whether a value may still be delivered.
  final var isLive: Bool { !isRemoved && options.isOwnerAlive }

  /// Enqueues `mark` behind the values that wait for the observer outside the store.
  final func pass(_ mark: AnyObject) {
    if case .target(let receiver) = options.role { receiver.pass(mark, for: self) }
    combination?.pass(mark)
  }

  /// The combination of which this is a part.
  final var combination: Combination? {
    if case .part(let combination) = options.role { combination } else { nil }
  }

  /// Whether the observation is told of the end.
  final var awaitsEnd: Bool {
    if case .link = options.role { true } else { combination != nil }
  }

  /// The Bindable has been deallocated, and all values have been delivered.
  final func didEnd() {
    guard isLive else { return }
    combination?.end()
    if case .link(let ended) = options.role { ended.content() }
  }
}

/// One observation of a stored value.
final class Observation<Value: Sendable>: AnyObservation, @unchecked Sendable {
  private let call: Call<Value>

  init(_ options: ObservationOptions, in store: AnyBindableStore, _ call: Call<Value>) {
    self.call = call
    super.init(options, in: store)
  }

  /// Delivers a change made after the registration, or ends the observation if its owner has been deallocated.
  func offer(_ value: Value, _ change: Change) {
    if isRemoved || registeredAt >= change.number { return }
    guard options.isOwnerAlive else { return end() }
    call(value, change, self)
  }

  /// Delivers the value that was current at registration.
  func replay(_ value: Value, _ stamp: Stamp) {
    if isLive { call(value, Change(number: registeredAt, stamp: stamp), self) }
  }
}
