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

  @inlinable @inline(__always)
  public static func < (one: Stamp, other: Stamp) -> Bool { one.number < other.number }
}

/// A change without its value.
@frozen public struct Change {
  /// The change's number among the changes of its value; zero if it has none.
  public var number: UInt64
  /// Where its value comes from; `nil` unless it is or was in a binding.
  public var origin: Origin?

  /// Not a change.
  @inlinable
  public static var none: Change { Change(number: 0) }

  @inlinable
  public init(number: UInt64 = 0, origin: Origin? = nil) {
    self.number = number
    self.origin = origin
  }

  /// Whether only the rank is new, so that no observer needs it.
  package var isRenewal: Bool { origin?.isRenewal == true }
}

/// Where the value of a change comes from, as it has arrived somewhere. Bindings compare it: see `BindingState`.
public final class Origin: Sendable {
  /// When the value was set.
  package let stamp: Stamp
  /// When it last counted as set.
  package let rank: Stamp
  /// When it was last transformed, which two values of one set may be in different ways; `.none` if it is as set.
  package let form: Stamp
  /// Whether the rank is that of a new two-way binding, to whose first side others may still bring what was set later.
  let isOpen: Bool
  /// Whether it is passed on because only the rank is new.
  fileprivate let isRenewal: Bool
  /// The bindings of combinations that it has passed; `nil` if none.
  let trail: Trail?

  private init(_ stamp: Stamp, _ rank: Stamp, _ form: Stamp, _ trail: Trail?, isOpen: Bool, isRenewal: Bool = false) {
    (self.stamp, self.rank, self.form, self.trail) = (stamp, rank, form, trail)
    (self.isOpen, self.isRenewal) = (isOpen, isRenewal)
  }

  /// A set made now.
  package convenience init(trail: Trail? = nil) {
    let now = Stamp.next()
    self.init(now, now, .none, trail, isOpen: false)
  }

  func with(rank: Stamp, form: Stamp, isOpen: Bool) -> Origin {
    if (rank, form) == (self.rank, self.form), isOpen == self.isOpen, !isRenewal { return self }
    return Origin(stamp, rank, form, trail, isOpen: isOpen)
  }

  var withoutTrail: Origin { trail == nil ? self : Origin(stamp, rank, form, nil, isOpen: isOpen) }

  var renewal: Origin { Origin(stamp, rank, form, trail, isOpen: isOpen, isRenewal: true) }
}
