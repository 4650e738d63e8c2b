import Synchronization

// Public so that RxCore can inline it.

/// A number that each set of a bound value draws: a later set has a larger one.
@frozen public struct Stamp: Comparable, Sendable {
  @usableFromInline let number: UInt64

  private static let last = Atomic<UInt64>(0)

  @inlinable
  init(number: UInt64) {
    self.number = number
  }

  /// The stamp of a change of a value that is in no binding.
  @inlinable @inline(__always)
  public static var none: Stamp { Stamp(number: 0) }

  /// Draws a stamp that is newer than all earlier ones.
  package static func next() -> Stamp { Stamp(number: last.wrappingAdd(1, ordering: .relaxed).newValue) }

  /// Draws a stamp that is newer than all earlier ones and is followed by 16 million, which nobody else draws.
  static func nextOfMany() -> Stamp { Stamp(number: last.wrappingAdd(1 << 24, ordering: .relaxed).oldValue + 1) }

  /// The stamp that follows one of `nextOfMany()`.
  var following: Stamp { Stamp(number: number + 1) }

  @inlinable @inline(__always)
  public static func < (one: Stamp, other: Stamp) -> Bool { one.number < other.number }
}

/// A change without its value.
@frozen public struct Change {
  @frozen public enum Kind {
    /// The value is as it was set.
    case set
    /// The value was transformed since it was set: two changes with one stamp may have different values.
    case transformed
    /// The value comes from a combination, and has no stamp yet.
    case combined
  }

  /// The change's number among the changes of its value; zero if it has none.
  public var number: UInt64
  /// When it was set; `.none` unless its value is or was in a binding.
  public var stamp: Stamp
  /// When it last counted as set: when it was set, or arrived one way at an end of a two-way binding. What two-way bindings
  /// compare.
  public var arrival: Stamp
  public var kind: Kind
  /// Where it has been before; `nil` if it was set where it is.
  public var trail: Trail?

  /// Not a change.
  @inlinable
  public static var none: Change { Change(number: 0) }

  @inlinable
  public init(
    number: UInt64 = 0, stamp: Stamp = .none, arrival: Stamp = .none, kind: Kind = .set, trail: Trail? = nil
  ) {
    self.number = number
    self.stamp = stamp
    self.arrival = arrival
    self.kind = kind
    self.trail = trail
  }

  /// The change of a value that is derived from the changed one.
  package var transformed: Change {
    Change(number: number, stamp: stamp, arrival: arrival, kind: kind == .set ? .transformed : kind, trail: trail)
  }

  /// A combination's change as it passes a binding, where it counts as set now. `nil` if all the changes that led to it have
  /// passed this binding before.
  package func passing(_ binding: Trail) -> Change? {
    guard let trail = trail?.avoiding(binding) else { return nil }
    let now = Stamp.next()
    return Change(stamp: now, arrival: now, trail: trail)
  }
}
