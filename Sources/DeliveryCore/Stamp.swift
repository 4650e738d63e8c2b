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

  /// Earlier than all that are drawn.
  @inlinable @inline(__always)
  public static var zero: Stamp { Stamp(number: 0) }

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
  /// When the value was set; for a combination's result, when the last of its sources was.
  package let stamp: Stamp
  /// When it last counted as set.
  package let rank: Stamp
  /// When a combination computed it; `.zero` if none did.
  let result: Stamp
  /// When it was last transformed, to tell apart what one set became in different ways; `.zero` if it is as set.
  let form: Stamp
  /// The bindings of combinations that it has passed; `nil` if none.
  package let trail: Trail?
  /// Whether the rank is that of a new two-way binding, and so what was set after `stamp`, and is under way, wins.
  let yieldsToNewer: Bool
  /// Whether it is passed on because only the rank is new.
  fileprivate let isRenewal: Bool

  private init(
    stamp: Stamp, rank: Stamp, result: Stamp = .zero, form: Stamp = .zero, trail: Trail? = nil,
    yieldsToNewer: Bool = false,
    isRenewal: Bool = false
  ) {
    (self.stamp, self.rank, self.result, self.form) = (stamp, rank, result, form)
    (self.trail, self.yieldsToNewer, self.isRenewal) = (trail, yieldsToNewer, isRenewal)
  }

  /// A set made now.
  package convenience init() {
    let now = Stamp.next()
    self.init(stamp: now, rank: now)
  }

  /// A new result of a combination, whose last set source has the origin `last`.
  package convenience init(resultOf last: Origin, trail: Trail?, isRenewal: Bool) {
    self.init(
      stamp: last.stamp, rank: last.rank, result: .next(), trail: trail, yieldsToNewer: last.yieldsToNewer,
      isRenewal: isRenewal)
  }

  /// Whether the value is that of the same set as the other, and neither was transformed since.
  package func isSame(as other: Origin) -> Bool { (stamp, result, form) == (other.stamp, other.result, other.form) }

  /// Whether the value ranks higher than the other. Of the forms of one set, an earlier one ranks higher, and the value as
  /// it was set highest.
  package func outranks(_ other: Origin) -> Bool {
    (rank, stamp, result, other.form) > (other.rank, other.stamp, other.result, form)
  }

  /// The origin with another rank, form or readiness to yield, and no longer a renewal's.
  func with(rank: Stamp? = nil, form: Stamp? = nil, yieldsToNewer: Bool? = nil) -> Origin {
    let (rank, form, yieldsToNewer) = (rank ?? self.rank, form ?? self.form, yieldsToNewer ?? self.yieldsToNewer)
    if (rank, form) == (self.rank, self.form), yieldsToNewer == self.yieldsToNewer, !isRenewal { return self }
    return Origin(stamp: stamp, rank: rank, result: result, form: form, trail: trail, yieldsToNewer: yieldsToNewer)
  }

  func with(trail: Trail?) -> Origin {
    if trail === self.trail { return self }
    return Origin(
      stamp: stamp, rank: rank, result: result, form: form, trail: trail, yieldsToNewer: yieldsToNewer,
      isRenewal: isRenewal)
  }

  var renewal: Origin {
    Origin(
      stamp: stamp, rank: rank, result: result, form: form, trail: trail, yieldsToNewer: yieldsToNewer, isRenewal: true)
  }
}
