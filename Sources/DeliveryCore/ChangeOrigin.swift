import Synchronization

// Public for the same reason as `Broadcaster`.

/// Where a change of a bound value comes from: when it was made, and which values have taken it.
///
/// A value that is bound to others gives each of its own changes an origin, and passes it on with the change. Each value
/// takes a change once, however many bindings lead there and back. So every ring of bindings ends, and no change is lost.
/// A change that reaches a value late, after a newer one, is notified but does not stay. So values that several threads set at
/// the same time all end with the change that was made last. Both are one look-up, however long the way.
///
/// An origin holds numbers and no objects of the user: it may be released anywhere, also under a lock.
public final class ChangeOrigin: Sendable {
  private static let lastNumber = Atomic<UInt64>(0)

  /// A number that is greater than all before: for changes, and to tell values from each other.
  package static func nextNumber() -> UInt64 { lastNumber.wrappingAdd(1, ordering: .relaxed).newValue }

  package let stamp: Stamp
  private let takers: Takers

  /// When a change was made: greater for later changes.
  package struct Stamp: Comparable, Sendable {
    fileprivate let time: UInt64
    /// The times that it had before bindings renewed it, the newest first. They decide among changes of the same time.
    fileprivate var earlier: [UInt64] = []

    @inline(__always)
    package static func < (one: Stamp, other: Stamp) -> Bool {
      one.time == other.time ? one.earlier.lexicographicallyPrecedes(other.earlier) : one.time < other.time
    }
  }

  /// What a change is to a value that it reaches.
  package enum Arrival {
    case first
    /// The value has had the change before, as an earlier one.
    case again
    /// The value has had it as it is.
    case seen
  }

  /// The values that have taken a change, and with which stamp.
  private final class Takers: @unchecked Sendable {  // The lock guards the table.
    private let lock = Lock()
    @exclusivity(unchecked) private var stamps: [UInt64: Stamp] = [:]

    func insert(_ value: UInt64, _ stamp: Stamp) -> Arrival {
      lock.withLock {
        guard let former = stamps[value] else {
          stamps[value] = stamp
          return .first
        }
        if former >= stamp { return .seen }
        stamps[value] = stamp
        return .again
      }
    }
  }

  private init(by maker: UInt64, stamp: Stamp, takers: Takers) {
    self.stamp = stamp
    self.takers = takers
    _ = takers.insert(maker, stamp)
  }

  /// The origin of a change that the value of that number makes now.
  package convenience init(by maker: UInt64) {
    self.init(by: maker, stamp: Stamp(time: Self.nextNumber()), takers: Takers())
  }

  /// The same change as if it had been made at `time`, after those of that time that were made before it.
  fileprivate func renewed(at time: UInt64, by maker: UInt64) -> ChangeOrigin {
    if stamp.time == time { return self }
    return ChangeOrigin(by: maker, stamp: Stamp(time: time, earlier: [stamp.time] + stamp.earlier), takers: takers)
  }

  /// Notes that the change has reached a value.
  package func arrive(at value: UInt64) -> Arrival { takers.insert(value, stamp) }
}

/// What a binding adds: at the beginning the second value takes the first one's, even if its own was set later.
package final class BindingOrder: Sendable {
  private let first: UInt64
  /// When the second value was set last before it was bound.
  private let secondStamp: ChangeOrigin.Stamp?
  /// The change by which the second value takes the first one's, if its own was set later.
  private let joining: ChangeOrigin
  private let hasJoined = Atomic<Bool>(false)

  /// - Parameters:
  ///   - first: the number of the first value.
  ///   - second: the last change of the second value.
  package init(first: UInt64, second: ChangeOrigin?) {
    self.first = first
    secondStamp = second?.stamp
    joining = ChangeOrigin(by: first)
  }

  /// The origin with which the second value takes the first one's at the beginning. If the second one has that very change,
  /// it takes it again: through `map` it may have come as another value.
  package func join(first origin: ChangeOrigin?) -> ChangeOrigin {
    if let origin, secondStamp.map({ $0 < origin.stamp }) ?? true { return origin }
    hasJoined.store(true, ordering: .relaxed)
    return joining
  }

  /// The origin with which the second value takes a change of the first one.
  ///
  /// A change that was made before the two were bound and reaches the first value late is newer than what the second one had,
  /// and older than all that has been set since: it counts as made when the two were bound. Among several such changes the
  /// order is that of the first value, so that both end with the same.
  package func forth(_ origin: ChangeOrigin?) -> ChangeOrigin {
    guard let origin else { return ChangeOrigin(by: first) }
    return predatesJoining(origin) ? origin.renewed(at: joining.stamp.time, by: first) : origin
  }

  /// Whether a change of the second value concerns the first one: not if it was made before the two were bound.
  package func leadsBack(_ origin: ChangeOrigin) -> Bool { !predatesJoining(origin) }

  private func predatesJoining(_ origin: ChangeOrigin) -> Bool {
    hasJoined.load(ordering: .relaxed) && origin.stamp.time <= joining.stamp.time
  }
}
