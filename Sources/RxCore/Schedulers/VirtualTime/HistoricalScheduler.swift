#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import struct Foundation.Date
#endif

/// A virtual time scheduler whose clock is a date.
///
/// Semantics: ReactiveX, Scheduler (historical).
public class HistoricalScheduler: VirtualTimeScheduler<HistoricalSchedulerTimeConverter>, @unchecked Sendable {
  /// Creates a scheduler.
  ///
  /// - Parameter initialClock: the initial date. The default is the start of 1970, UTC.
  public init(initialClock: RxTime = RxTime(timeIntervalSince1970: 0)) {
    super.init(initialClock: initialClock, converter: HistoricalSchedulerTimeConverter())
  }
}

/// The time units of a ``HistoricalScheduler``: dates, and intervals in seconds.
public struct HistoricalSchedulerTimeConverter: VirtualTimeConverterType {
  public typealias VirtualTimeUnit = RxTime
  public typealias VirtualTimeIntervalUnit = Double

  public func convertFromVirtualTime(_ virtualTime: RxTime) -> RxTime { virtualTime }

  public func convertToVirtualTime(_ time: RxTime) -> RxTime { time }

  public func convertFromVirtualTimeInterval(_ virtualTimeInterval: Double) -> Double { virtualTimeInterval }

  public func convertToVirtualTimeInterval(_ timeInterval: Double) -> Double { timeInterval }

  /// The date `offset` seconds after `time`, limited to the dates that can be represented.
  public func offsetVirtualTime(_ time: RxTime, offset: Double) -> RxTime {
    let last = Double.greatestFiniteMagnitude
    let sum = time.timeIntervalSinceReferenceDate + offset
    return sum.isNaN ? time : RxTime(timeIntervalSinceReferenceDate: min(max(sum, -last), last))
  }

  public func compareVirtualTime(_ lhs: RxTime, _ rhs: RxTime) -> VirtualTimeComparison {
    lhs < rhs ? .lessThan : lhs == rhs ? .equal : .greaterThan
  }
}
