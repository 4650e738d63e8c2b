import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The limit of one turn of delivery on a queue, in items and in time. After a turn, the queue's other work runs.
package struct TurnLimit {
  private let maximum: Int
  private var items: Int
  private let deadline: Int

  /// No limit, for a delivery without a target.
  package static let none = TurnLimit(maximum: .max, items: .max, deadline: .max)

  /// A limit of `items`, and of `nanoseconds`, after which no further item is delivered. The time is exact to a tick of
  /// the system's coarse clock: on Linux, one to ten milliseconds.
  package static func turn(items: Int = 256, nanoseconds: Int = 1_000_000) -> TurnLimit {
    let isTimed = untimedBodies.load(ordering: .relaxed) == 0
    return TurnLimit(maximum: items, items: items, deadline: isTimed ? now() + nanoseconds : .max)
  }

  /// The number of running calls of `withoutTime(_:)`.
  private static let untimedBodies = Atomic<Int>(0)

  /// Runs `body`. Turns that begin during the call, anywhere in the program, are limited by their number of items only.
  ///
  /// Use it for repeatable runs: a clock would end turns at random points.
  package static func withoutTime<Result>(_ body: () throws -> Result) rethrows -> Result {
    untimedBodies.wrappingAdd(1, ordering: .relaxed)
    defer { untimedBodies.wrappingSubtract(1, ordering: .relaxed) }
    return try body()
  }

  /// Whether this turn has delivered enough items to expect more soon. Always `false` without a limit.
  var isInBurst: Bool { maximum < .max && maximum - items >= 16 }

  /// Consumes one item. Returns whether the limit is reached.
  @inline(__always)
  mutating func consume() -> Bool {
    items -= 1
    return items == 0 || (deadline < .max && Self.now() >= deadline)
  }

  /// The time of the coarse clock. It is read after each item, and an exact clock would cost more than most items do.
  private static func now() -> Int {
    var time = timespec()
    #if os(Linux)
      clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    #else
      clock_gettime(CLOCK_MONOTONIC_RAW_APPROX, &time)
    #endif
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
