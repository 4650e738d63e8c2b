public import RxCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import struct Foundation.Date
#endif

/// The time of a ``TestScheduler``: whole ticks, of so many seconds each.
public struct TestSchedulerVirtualTimeConverter: VirtualTimeConverterType {
  public typealias VirtualTimeUnit = TestTime
  public typealias VirtualTimeIntervalUnit = TestTime

  private let resolution: Double

  init(resolution: Double) {
    self.resolution = resolution
  }

  public func convertFromVirtualTime(_ virtualTime: TestTime) -> RxTime {
    RxTime(timeIntervalSince1970: Double(virtualTime) * resolution)
  }

  public func convertToVirtualTime(_ time: RxTime) -> TestTime { ticks(time.timeIntervalSince1970) }

  public func convertFromVirtualTimeInterval(_ virtualTimeInterval: TestTime) -> Double {
    Double(virtualTimeInterval) * resolution
  }

  public func convertToVirtualTimeInterval(_ timeInterval: Double) -> TestTime { ticks(timeInterval) }

  public func offsetVirtualTime(_ time: TestTime, offset: TestTime) -> TestTime {
    let (sum, isTooLate) = time.addingReportingOverflow(offset)
    return isTooLate ? (offset < 0 ? .min : .max) : sum
  }

  public func compareVirtualTime(_ lhs: TestTime, _ rhs: TestTime) -> VirtualTimeComparison {
    lhs < rhs ? .lessThan : lhs == rhs ? .equal : .greaterThan
  }

  /// The nearest tick; the last there is for a span that never ends.
  private func ticks(_ seconds: Double) -> TestTime {
    TestTime(exactly: (seconds / resolution).rounded()) ?? (seconds < 0 ? .min : .max)
  }
}
