internal import CRuntime
package import DeliveryCore

/// Calls an observer with a value. After running user code, it must check that the observation is still live.
typealias Call<Value> = (_ value: Value, _ change: Change, _ observation: AnyObservation) -> Void

/// The options of an observation.
struct ObservationOptions {
  /// Keeps only the owner's memory allocated, not the owner alive.
  private unowned let ownerMemory: AnyObject?
  /// The owner's address, which is unique as long as its memory is allocated; `nil` without an owner.
  let owner: UnsafeRawPointer?
  var replay: Bool
  /// Whether only the owner's deallocation or `remove(observer:)` ends the observation.
  var endsWithOwner = false
  /// For an observation that does more than call a closure.
  var role: ObservationRole?

  init(owner: AnyObject?, replay: Bool) {
    ownerMemory = owner
    self.owner = owner.map(Self.address(of:))
    self.replay = replay
  }

  static func address(of owner: AnyObject) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque())
  }

  /// Whether the owner's deinit has not begun, or there is no owner. Reading a weak reference instead would retain the
  /// owner, which takes about 70 ns.
  var isOwnerAlive: Bool {
    guard let owner else { return true }
    return !swift_isDeallocating(owner)
  }
}

/// The part of an observation that does more than call a closure. In an object, because most observations have none.
final class ObservationRole {
  /// The combination that observes the value, if any. The observation ends together with it.
  let combination: AnyObservation?
  /// Enqueues a mark behind the values that wait for the observer elsewhere than in the store.
  let pass: (DeliveryMark, AnyObservation) -> Void
  /// Called after the Bindable has been deallocated and all values have been delivered.
  let ended: (() -> Void)?

  init(
    combination: AnyObservation? = nil, pass: @escaping (DeliveryMark, AnyObservation) -> Void = { _, _ in },
    ended: (() -> Void)? = nil
  ) {
    self.combination = combination
    self.pass = pass
    self.ended = ended
  }
}

/// The part of an ``Observation`` that does not depend on the value type.
package class AnyObservation: ObserverEntry, @unchecked Sendable {
  final let options: ObservationOptions
  private final weak let store: AnyBindableStore?

  init(_ options: ObservationOptions, in store: AnyBindableStore?) {
    self.options = options
    self.store = store
    super.init()
  }

  /// Ends the observation. May be called repeatedly, even by several threads at once.
  package func end() {
    if markRemoved() { store?.remove(self) }
  }

  /// Ends a combination whose owner has been removed from one of its roots. Overridden.
  func leaveRoots() {}

  /// Whether a value may still be delivered.
  final var isLive: Bool { !isRemoved && options.isOwnerAlive }

  /// Enqueues `mark` behind the values that wait for the observer.
  final func pass(_ mark: DeliveryMark) { options.role?.pass(mark, self) }
}

/// One observation of a stored value.
final class Observation<Value: Sendable>: AnyObservation, @unchecked Sendable {
  private let call: Call<Value>

  init(_ options: ObservationOptions, in store: AnyBindableStore, _ call: @escaping Call<Value>) {
    self.call = call
    super.init(options, in: store)
  }

  /// Delivers a change made after the registration. Returns `false` if the owner has been deallocated.
  func offer(_ value: Value, _ change: Change) -> Bool {
    if isRemoved || registeredAt >= change.number { return true }
    guard options.isOwnerAlive else { return false }
    call(value, change, self)
    return true
  }

  /// Delivers the value at registration.
  func replay(_ value: Value, _ stamp: Stamp) {
    if isLive { call(value, Change(number: registeredAt, stamp: stamp, isReplay: true), self) }
  }
}
