import Dispatch

/// How much is delivered on a queue before the queue's other work gets its turn: so many items, and so long a time.
package struct TurnLimit {
  private var items: Int
  private let deadline: UInt64

  /// No limit, for a thread on which no other work waits.
  package static let none = TurnLimit(items: .max, deadline: .max)

  /// The most items, and the nanoseconds after which no further item is begun.
  package static func turn(items: Int = 256, nanoseconds: UInt64 = 1_000_000) -> TurnLimit {
    TurnLimit(items: items, deadline: DispatchTime.now().uptimeNanoseconds + nanoseconds)
  }

  /// Counts a delivered item.
  package mutating func isReached() -> Bool {
    items -= 1
    if items == 0 { return true }
    return deadline < .max && DispatchTime.now().uptimeNanoseconds >= deadline
  }
}
