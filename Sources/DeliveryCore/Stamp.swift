import Synchronization

// Public for the same reason as `Lock`.

/// A point in the program-wide order of changes to bound values.
///
/// Only values to which something is bound have stamps. Such a target is a last-writer-wins register: it accepts a
/// change that is newer than its own stamp, and drops any other. A set draws a stamp under the target's lock, and
/// bindings pass it on. A change without a stamp, from a value to which nothing is bound, counts as set on arrival.
///
/// Why bindings come to rest, with equal ends:
///
/// - A target's stamp only increases, so no change arrives twice at one target: a ring ends where it began. A later
///   step is drawn only for a change from before a binding, once at that binding, and by a combination, which keeps
///   the stamp if its own last result comes back to it.
/// - If a target drops a change, its own is the same or newer. A newer one is passed back if it was set after the
///   binding; otherwise it is a later step of the binding, and the source takes it, too.
@frozen public struct Stamp: Comparable, Sendable {
  /// The number that the set drew.
  @usableFromInline let set: UInt64
  /// The number that a later step of the set drew, or zero for the set itself. The lowest bit tells whether a combination
  /// drew it.
  @usableFromInline let step: UInt64

  private static let lastNumber = Atomic<UInt64>(0)

  @inlinable
  init(set: UInt64, step: UInt64) {
    self.set = set
    self.step = step
  }

  /// The stamp of a value to which nothing is bound.
  @inlinable @inline(__always)
  public static var none: Stamp { Stamp(set: 0, step: 0) }

  /// Draws a stamp that is newer than all earlier ones.
  package static func next() -> Stamp { Stamp(set: draw(), step: 0) }

  /// Draws a stamp that is newer than all earlier steps of the same set, and older than all later sets.
  package func laterStep(ofCombination isCombination: Bool = false) -> Stamp {
    Stamp(set: set, step: Self.draw() << 1 | (isCombination ? 1 : 0))
  }

  private static func draw() -> UInt64 { lastNumber.wrappingAdd(1, ordering: .relaxed).newValue }

  @inlinable @inline(__always)
  public static func < (one: Stamp, other: Stamp) -> Bool {
    one.set == other.set ? one.step < other.step : one.set < other.set
  }

  /// The stamp under which a change with this stamp passes through a binding made at `start`. A change that was made
  /// before the binding counts as a later step of the binding.
  package func passed(since start: Stamp) -> Stamp {
    self == .none || self > start ? self : start.laterStep()
  }

  /// Whether a binding made at `start` passes the change back: if it was set after the binding, or if a combination made
  /// it from what the binding passed on.
  package func isPassedBack(since start: Stamp) -> Bool { set > start.set || isStep(of: start) && step & 1 == 1 }

  /// Whether this is a later step of `start`.
  package func isStep(of start: Stamp) -> Bool { set == start.set && step > 0 }
}
