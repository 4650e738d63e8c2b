internal import DeliveryCore
public import Dispatch
public import RxCore

/// Maps the frames of a marble diagram to virtual time.
///
/// By default, the first frame is tick 0, a frame is one tick, and a tick is a millisecond: `--a 10ms b` has `a` at
/// tick 2 and `b` at tick 13.
///
///     try observer.events.expect("--a--b|", scale: .from(200, ticksPerFrame: 10))
public struct MarbleScale: Equatable, Sendable {
  /// The tick of the first frame, or of the `^` in a diagram of events that has one.
  public var start: TestTime

  /// The number of ticks per frame, that is, per `-`, event or group. Stops the program if less than one.
  public var ticksPerFrame: Int {
    didSet { check() }
  }

  /// The length of a tick, used to convert spans such as `10ms` to ticks. Stops the program if not positive.
  public var tick: RxTimeInterval {
    didSet { check() }
  }

  /// Creates a scale. Stops the program if a frame is less than one tick or a tick is not positive.
  ///
  /// - Parameters:
  ///   - start: the tick of the first frame, or of the `^`.
  ///   - ticksPerFrame: the number of ticks per frame.
  ///   - tick: the length of a tick.
  public init(start: TestTime = 0, ticksPerFrame: Int = 1, tick: RxTimeInterval = .milliseconds(1)) {
    self.start = start
    self.ticksPerFrame = ticksPerFrame
    self.tick = tick
    check()
  }

  private func check() {
    require(ticksPerFrame > 0, "MarbleScale: a frame takes at least one tick, not \(ticksPerFrame).")
    require(nanosecondsPerTick > 0, "MarbleScale: a tick must be longer than nothing, not \(tick).")
  }

  /// A scale that starts at tick `start`. Use 200 with ``TestScheduler/start(_:)``, which subscribes at that tick.
  ///
  /// - Parameters:
  ///   - start: the tick of the first frame, or of the `^`.
  ///   - ticksPerFrame: the number of ticks per frame.
  ///   - tick: the length of a tick.
  public static func from(
    _ start: TestTime, ticksPerFrame: Int = 1, tick: RxTimeInterval = .milliseconds(1)
  ) -> MarbleScale {
    MarbleScale(start: start, ticksPerFrame: ticksPerFrame, tick: tick)
  }

  /// The length of a tick in nanoseconds, at most `Int.max`.
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
