#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import struct Foundation.Date
#endif

/// How two points of virtual time lie to each other.
public enum VirtualTimeComparison: Sendable {
  /// The first is the earlier.
  case lessThan
  /// They are the same.
  case equal
  /// The first is the later.
  case greaterThan
}

/// What a ``VirtualTimeScheduler`` counts its time in, and how that is turned into seconds and dates.
///
/// Called from whichever thread uses the scheduler, under its lock too: compute, and call nothing else.
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

  /// The point that lies `offset` after `time`.
  func offsetVirtualTime(_ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit) -> VirtualTimeUnit

  /// How `lhs` lies to `rhs`.
  func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison
}
