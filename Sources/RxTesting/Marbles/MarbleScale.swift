public import Dispatch
public import RxCore

/// How the frames of a marble diagram lie in virtual time.
///
/// Without arguments the first frame is tick 0, a frame is one tick, and a tick is a millisecond: `--a 10ms b` has `a` at
/// tick 2 and `b` at tick 13.
///
///     try observer.events.expect("--a--b|", scale: .from(200, ticksPerFrame: 10))
public struct MarbleScale: Equatable, Sendable {
  /// The tick of the first frame, or of the `^` in a diagram of events that has one.
  public var start: TestTime

  /// How many ticks a frame takes: one `-`, one event or one group.
  public var ticksPerFrame: Int

  /// What a tick stands for, so that `10ms` can be counted in ticks.
  public var tick: RxTimeInterval

  /// Makes a scale. Frames and ticks must be longer than nothing.
  public init(start: TestTime = 0, ticksPerFrame: Int = 1, tick: RxTimeInterval = .milliseconds(1)) {
    self.start = start
    self.ticksPerFrame = ticksPerFrame
    self.tick = tick
    precondition(ticksPerFrame > 0, "A frame of a marble diagram needs at least one tick, not \(ticksPerFrame).")
    precondition(nanosecondsPerTick > 0, "A tick of a marble diagram must last a while, not \(tick).")
  }

  /// A scale that begins at `start`: 200 is where the observer of `TestScheduler.start` subscribes unless told otherwise.
  public static func from(
    _ start: TestTime, ticksPerFrame: Int = 1, tick: RxTimeInterval = .milliseconds(1)
  ) -> MarbleScale {
    MarbleScale(start: start, ticksPerFrame: ticksPerFrame, tick: tick)
  }

  /// How long a tick is; endless if the span is.
  var nanosecondsPerTick: Int {
    let (count, unit) =
      switch tick {
      case .seconds(let count): (count, 1_000_000_000)
      case .milliseconds(let count): (count, 1_000_000)
      case .microseconds(let count): (count, 1000)
      case .nanoseconds(let count): (count, 1)
      default: (Int.max, 1)
      }
    let (nanoseconds, isTooLong) = count.multipliedReportingOverflow(by: unit)
    return isTooLong ? .max : nanoseconds
  }
}
