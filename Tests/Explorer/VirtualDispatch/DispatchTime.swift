// The clock stands still: the schedule chooses when a timer fires.

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

public struct DispatchTime: Sendable {
  let nanoseconds: Int

  public static func now() -> DispatchTime { DispatchTime(nanoseconds: 0) }
  public static var distantFuture: DispatchTime { DispatchTime(nanoseconds: .max) }

  public static func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime {
    let (sum, overflows) = time.nanoseconds.addingReportingOverflow(interval.inNanoseconds)
    return DispatchTime(nanoseconds: overflows ? .max : sum)
  }
}
