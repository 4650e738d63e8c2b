internal import Schedule

// The time is zero, except in a timer's handler, where it is the timer's deadline, because the schedule chooses when a
// timer fires.

public enum DispatchTimeInterval: Equatable, Sendable {
  case seconds(Int)
  case milliseconds(Int)
  case microseconds(Int)
  case nanoseconds(Int)
  case never

  var inNanoseconds: Int {
    switch self {
    case .seconds(let count): count * 1_000_000_000
    case .milliseconds(let count): count * 1_000_000
    case .microseconds(let count): count * 1_000
    case .nanoseconds(let count): count
    case .never: .max
    }
  }
}

public struct DispatchTime: Comparable, Sendable {
  public let uptimeNanoseconds: UInt64

  public init(uptimeNanoseconds: UInt64) { self.uptimeNanoseconds = uptimeNanoseconds }

  public static func now() -> DispatchTime {
    DispatchTime(uptimeNanoseconds: LogicalThread.current?.time ?? 0)
  }

  public static var distantFuture: DispatchTime { DispatchTime(uptimeNanoseconds: .max) }

  public static func < (one: DispatchTime, other: DispatchTime) -> Bool {
    one.uptimeNanoseconds < other.uptimeNanoseconds
  }

  public static func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime {
    let (sum, overflows) = time.uptimeNanoseconds.addingReportingOverflow(UInt64(max(0, interval.inNanoseconds)))
    return DispatchTime(uptimeNanoseconds: overflows ? .max : sum)
  }
}
