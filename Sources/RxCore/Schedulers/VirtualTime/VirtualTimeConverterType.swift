#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import struct Foundation.Date
#endif

/// The order of two points of virtual time.
public enum VirtualTimeComparison: Sendable {
  /// The first is earlier.
  case lessThan
  /// They are equal.
  case equal
  /// The first is later.
  case greaterThan
}

/// The units of a ``VirtualTimeScheduler``, and their conversion to seconds and dates.
///
/// Its functions are called on any thread that uses the scheduler, also under the scheduler's lock: they must compute their
/// result and call nothing else.
///
/// Semantics: ReactiveX, Scheduler (virtual time).
@preconcurrency
public protocol VirtualTimeConverterType: Sendable {
  /// A point of virtual time.
  associatedtype VirtualTimeUnit: Sendable

  /// A span of virtual time.
  associatedtype VirtualTimeIntervalUnit: Sendable

  /// The date at `virtualTime`. A later time has a later date, or the same.
  func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime

  /// The point of virtual time at `time`.
  func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit

  /// The length of a span, in seconds.
  func convertFromVirtualTimeInterval(_ virtualTimeInterval: VirtualTimeIntervalUnit) -> Double

  /// The span of so many seconds, which may be infinite.
  func convertToVirtualTimeInterval(_ timeInterval: Double) -> VirtualTimeIntervalUnit

  /// The point `offset` after `time`.
  func offsetVirtualTime(_ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit) -> VirtualTimeUnit

  /// The order of `lhs` and `rhs`.
  func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison
}
