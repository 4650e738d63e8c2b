import Synchronization

// Public for the same reason as `Broadcaster`.

/// Where a change of a bound value comes from: when it was made, and which values have taken it.
///
/// A value that is bound to others gives each of its own changes an origin, and passes it on with the change. Each value
/// takes a change once, however many bindings lead there and back. So every ring of bindings ends, and no change is lost.
/// A change that reaches a value late, after a newer one, is notified but does not stay. So values that several threads set at
/// the same time all end with the change that was made last. Both are one look-up, however long the way.
///
/// An origin holds numbers and no objects: it may be released anywhere, also under a lock.
public final class ChangeOrigin: @unchecked Sendable {  // The lock guards the set.
  private static let lastNumber = Atomic<UInt64>(0)

  /// A number that is greater than all before: for changes, and to tell values from each other.
  package static func nextNumber() -> UInt64 { lastNumber.wrappingAdd(1, ordering: .relaxed).newValue }

  /// When the change was made: greater for later changes.
  package let stamp: UInt64
  private let takers: Takers

  /// The values that have taken a change, and with which stamp.
  private final class Takers: @unchecked Sendable {  // The lock guards the table.
    private let lock = Lock()
    @exclusivity(unchecked) private var stamps: [UInt64: UInt64] = [:]

    func insert(_ value: UInt64, stamp: UInt64) -> Bool {
      lock.withLock {
        if let former = stamps[value], former >= stamp { return false }
        stamps[value] = stamp
        return true
      }
    }
  }

  private init(by maker: UInt64, stamp: UInt64, takers: Takers) {
    self.stamp = stamp
    self.takers = takers
    _ = takers.insert(maker, stamp: stamp)
  }

  /// The origin of a change that the value of that number makes now.
  package convenience init(by maker: UInt64) {
    self.init(by: maker, stamp: Self.nextNumber(), takers: Takers())
  }

  /// The same change, made later by the value of that number. A value that has taken the change takes it again, once for each
  /// later stamp: a binding gives it at most one, so rings end all the same.
  package func later(by maker: UInt64, stamp: UInt64) -> ChangeOrigin {
    ChangeOrigin(by: maker, stamp: stamp, takers: takers)
  }

  /// Notes that a value takes the change; `false` if it has taken it before.
  package func take(by value: UInt64) -> Bool { takers.insert(value, stamp: stamp) }
}

/// What a binding adds: at the beginning the second value takes the first one's, even if its own was set later.
package final class BindingOrder: Sendable {
  private let first: UInt64
  /// When the second value was set last before it was bound.
  private let secondStamp: UInt64
  /// The change by which the second value takes the first one's, if its own was set later.
  private let joining: ChangeOrigin
  private let hasJoined = Atomic<Bool>(false)

  /// - Parameters:
  ///   - first: the number of the first value.
  ///   - second: the last change of the second value.
  package init(first: UInt64, second: ChangeOrigin?) {
    self.first = first
    secondStamp = second?.stamp ?? 0
    joining = ChangeOrigin(by: first)
  }

  /// The origin with which the second value takes the first one's at the beginning. If the second one has that very change,
  /// it takes it again: through `map` it may have come as another value.
  package func join(first origin: ChangeOrigin?) -> ChangeOrigin {
    if let origin, origin.stamp > secondStamp { return origin }
    hasJoined.store(true, ordering: .relaxed)
    return joining
  }

  /// The origin with which the second value takes a change of the first one.
  ///
  /// A change that was made before the two were bound and reaches the first value late is newer than what the second one had,
  /// and older than all that has been set since: it counts as made when the two were bound.
  package func forth(_ origin: ChangeOrigin?) -> ChangeOrigin {
    guard let origin else { return ChangeOrigin(by: first) }
    return predatesJoining(origin) ? origin.later(by: first, stamp: joining.stamp) : origin
  }

  /// Whether a change of the second value concerns the first one: not if it was made before the two were bound.
  package func leadsBack(_ origin: ChangeOrigin) -> Bool { !predatesJoining(origin) }

  private func predatesJoining(_ origin: ChangeOrigin) -> Bool {
    hasJoined.load(ordering: .relaxed) && origin.stamp <= joining.stamp
  }
}
