/// The order of two points of virtual time.
public enum VirtualTimeComparison: Sendable {
  /// The first is earlier.
  case lessThan
  /// They are equal.
  case equal
  /// The first is later.
  case greaterThan
}

/// The time units of a ``VirtualTimeScheduler``, and their conversion to seconds and dates.
///
/// The functions are called on any thread that uses the scheduler, even while the scheduler's lock is held. They must
/// do nothing but compute their results; in particular, they must not use the scheduler.
///
/// Semantics: ReactiveX, Scheduler (virtual time).
@preconcurrency
public protocol VirtualTimeConverterType: Sendable {
  /// A point of virtual time.
  associatedtype VirtualTimeUnit: Sendable

  /// An interval of virtual time.
  associatedtype VirtualTimeIntervalUnit: Sendable

  /// The date of `virtualTime`. Must be monotonic: a later time never has an earlier date.
  func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime

  /// The point of virtual time at the date `time`.
  func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit

  /// The length of an interval, in seconds.
  func convertFromVirtualTimeInterval(_ virtualTimeInterval: VirtualTimeIntervalUnit) -> Double

  /// The virtual interval for `timeInterval` seconds, a finite number that may be very large.
  func convertToVirtualTimeInterval(_ timeInterval: Double) -> VirtualTimeIntervalUnit

  /// The point `offset` after `time`.
  func offsetVirtualTime(_ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit) -> VirtualTimeUnit

  /// The order of `lhs` and `rhs`.
  func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison
}
