import Synchronization

/// The package's one way to deliver to many observers: who is registered, and which changes concern whom.
///
/// Everything below is guarded by `delivery.lock`, but for the audience, which belongs to the delivering thread.
open class Broadcaster: @unchecked Sendable {
  public final let delivery = SerialDelivery()

  @exclusivity(unchecked) package final var observers = ObserverList()
  /// The number of changes so far.
  @exclusivity(unchecked) package final var number: UInt64 = 0
  /// The origin of the last change, if the value is bound to others.
  @exclusivity(unchecked) package private(set) final var origin: ChangeOrigin?
  /// The number of the value among bound ones; zero if it has never been bound.
  @exclusivity(unchecked) private final var identity: UInt64 = 0

  /// The observers to which the delivering thread delivers the backlog.
  @exclusivity(unchecked) private final var audience: ObserverList.Snapshot = []
  /// Whether the audience must be taken anew. Raised under the lock.
  private final let isAudienceOld = Atomic<Bool>(true)

  package init() {}

  /// Registers `entry` for the changes that follow. Called under the lock.
  package final func register(_ entry: ObserverEntry) {
    entry.registeredAt = number
    observers.append(entry)
    isAudienceOld.store(true, ordering: .relaxed)
  }

  /// Everyone whom the next change of the backlog may concern. Called by the delivering thread.
  package final func currentAudience() -> ObserverList.Snapshot {
    if isAudienceOld.load(ordering: .relaxed) {
      audience = delivery.lock.withLock {
        isAudienceOld.store(false, ordering: .relaxed)
        return observers.snapshot
      }
    }
    return audience
  }

  /// Releases the audience, and with it the observers that were removed meanwhile. Called by the delivering thread.
  package final func releaseAudience() {
    isAudienceOld.store(true, ordering: .relaxed)
    audience = []
  }

  // MARK: The order among bound values. Called under the lock.

  /// Prepares the value to be bound, and returns its number.
  package final func enterOrder() -> UInt64 {
    if identity == 0 { identity = ChangeOrigin.nextNumber() }
    return identity
  }

  /// Gives a change that the value makes itself its origin.
  @inline(__always)
  package final func beginOwnChange() {
    if identity != 0 { origin = ChangeOrigin(by: identity) }
  }

  package enum Arrival { case newest, late, seen }

  /// Takes a change that comes from another value.
  package final func take(_ arriving: ChangeOrigin) -> Arrival {
    guard arriving.take(by: identity) else { return .seen }
    if let origin, origin.stamp > arriving.stamp { return .late }
    origin = arriving
    return .newest
  }
}
