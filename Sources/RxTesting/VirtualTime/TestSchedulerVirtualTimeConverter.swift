public import RxCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import struct Foundation.Date
#endif

/// Converts between the ticks of a ``TestScheduler`` and dates or seconds.
///
/// Times outside the range of ticks become the first or the last tick.
public struct TestSchedulerVirtualTimeConverter: VirtualTimeConverterType {
  /// A point of virtual time, in ticks.
  public typealias VirtualTimeUnit = TestTime

  /// A span of virtual time, in ticks.
  public typealias VirtualTimeIntervalUnit = TestTime

  private let resolution: Double

  init(resolution: Double) {
    self.resolution = resolution
  }

  /// The date at the tick `virtualTime`; tick 0 is the start of 1970.
  public func convertFromVirtualTime(_ virtualTime: TestTime) -> RxTime {
    RxTime(timeIntervalSince1970: Double(virtualTime) * resolution)
  }

  /// The tick nearest to `time`.
  public func convertToVirtualTime(_ time: RxTime) -> TestTime { nearestTick(time.timeIntervalSince1970) }

  /// The length of a span of ticks, in seconds.
  public func convertFromVirtualTimeInterval(_ virtualTimeInterval: TestTime) -> Double {
    Double(virtualTimeInterval) * resolution
  }

  /// The number of ticks nearest to an interval in seconds.
  ///
  /// At least one if the interval is positive, so that time always advances.
  public func convertToVirtualTimeInterval(_ timeInterval: Double) -> TestTime {
    let ticks = nearestTick(timeInterval)
    return timeInterval > 0 ? max(ticks, 1) : ticks
  }

  /// The tick `offset` ticks after `time`.
  public func offsetVirtualTime(_ time: TestTime, offset: TestTime) -> TestTime { time.addingSaturating(offset) }

  /// The order of two ticks.
  public func compareVirtualTime(_ lhs: TestTime, _ rhs: TestTime) -> VirtualTimeComparison {
    lhs < rhs ? .lessThan : lhs == rhs ? .equal : .greaterThan
  }

  private func nearestTick(_ seconds: Double) -> TestTime {
    TestTime(exactly: (seconds / resolution).rounded()) ?? (seconds < 0 ? .min : .max)
  }
}

extension TestTime {
  /// The sum, clamped to the range of `Int`.
  package func addingSaturating(_ other: Int) -> Int {
    let (sum, isBeyond) = addingReportingOverflow(other)
    return isBeyond ? (other < 0 ? .min : .max) : sum
  }
}
