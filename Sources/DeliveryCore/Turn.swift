internal import CRuntime
import Synchronization

/// A delivery of what was taken from a backlog. A scheduled turn is limited in items and in time, so that the target's
/// other work does not wait long.
public struct Turn {
  private let backlog: Backlog
  /// The number of items that may still be delivered.
  private var remaining: Int
  private let deadline: Int64
  private var delivered = 0

  // Of the current receiver:
  private var receiver: Unmanaged<Receiver>?
  /// The number of entries that were removed.
  private(set) var count = 0

  /// Begins a turn of at most `most` items, and of `nanoseconds`, after which no further item is delivered. The time is
  /// accurate to one tick of the system's coarse clock: one to ten milliseconds. If `most` is `.max`, there is no
  /// limit, nor one of time.
  init(_ backlog: Backlog, atMost most: Int = .max, nanoseconds: Int64 = 1_000_000) {
    self.backlog = backlog
    remaining = most
    let isTimed = most < .max && Self.untimedBodies.load(ordering: .relaxed) == 0
    deadline = isTimed ? c_runtime_coarse_time() + nanoseconds : .max
  }

  /// Gives a turn without a limit that of a new turn.
  mutating func limit(to most: Int) { if remaining > most { self = Turn(backlog, atMost: most) } }

  /// Whether the limit is reached.
  var isOver: Bool { remaining <= 0 }

  /// Whether at least 16 items have been delivered in this turn: more are likely soon.
  var isInBurst: Bool { delivered >= 16 }

  /// Begins with the receiver of the next entry, which must then call `next()`. Returns the entry's header; `nil` if
  /// there is none or the turn is over.
  mutating func beginReceiver() -> Entry.Header? {
    guard !isOver, let header = backlog.first()?.header.pointee else { return nil }
    (receiver, count) = (header.receiver, 0)
    return header
  }

  /// Removes the receiver's next item, and runs the jobs before it. The receiver calls this until it returns `nil`, and
  /// takes and delivers each item in between.
  package mutating func next() -> Entry? {
    while true {
      if count > 0 { didDeliver() }
      guard !isOver, let entry = backlog.next(for: receiver) else { return nil }
      count += 1
      if !entry.isJob { return entry }
      entry.take(as: Job.self).run()
    }
  }

  /// Delivers for a receiver that has only jobs.
  package mutating func runJobs() {
    while next() != nil {}
  }

  private mutating func didDeliver() {
    delivered += 1
    remaining -= 1
    // The time is read after each item, so an exact clock would cost more than most items do.
    if deadline < .max, c_runtime_coarse_time() >= deadline { remaining = 0 }
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
}
