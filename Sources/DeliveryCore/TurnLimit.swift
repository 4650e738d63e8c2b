import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How much is delivered on a queue before the queue's other work gets its turn: so many items, and so long a time.
package struct TurnLimit {
  private var items: Int
  private let deadline: Int

  /// No limit, for a thread on which no other work waits.
  package static let none = TurnLimit(items: .max, deadline: .max)

  /// The most items, and the nanoseconds after which no further item is begun, to the tick of the system's coarse clock (a
  /// few milliseconds).
  package static func turn(items: Int = 256, nanoseconds: Int = 1_000_000) -> TurnLimit {
    let isTimed = untimedBodies.load(ordering: .relaxed) == 0
    return TurnLimit(items: items, deadline: isTimed ? now() + nanoseconds : .max)
  }

  /// How many calls of `withoutTime(_:)` are running.
  private static let untimedBodies = Atomic<Int>(0)

  /// Runs `body`. Turns that begin meanwhile, anywhere in the program, are limited by their items only.
  ///
  /// For runs that must take the same course each time: a clock splits turns at random.
  package static func withoutTime<Result>(_ body: () throws -> Result) rethrows -> Result {
    untimedBodies.wrappingAdd(1, ordering: .relaxed)
    defer { untimedBodies.wrappingSubtract(1, ordering: .relaxed) }
    return try body()
  }

  /// Counts a delivered item.
  @inline(__always)
  mutating func isReached() -> Bool {
    items -= 1
    return items == 0 || (deadline < .max && Self.now() >= deadline)
  }

  /// The coarse clock: asked after each item, an exact one would cost more than most items do.
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
