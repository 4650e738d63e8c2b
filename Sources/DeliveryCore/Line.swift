public import CRuntime
import Synchronization

/// A place in a line: for the next `count` items of a receiver, which keeps them itself, or for a job.
struct Ticket {
  /// `nil` for the owner of the delivery.
  let receiver: Receiver?
  /// The object that retains the receiver.
  let holder: AnyObject?
  var count = 1
  var job: (() -> Void)?
  /// Set if a test waits for the items or the job.
  var watched: WatchedWork?

  /// Runs the job, or delivers items as far as the turn allows.
  ///
  /// - Parameter deliver: delivers the items of the owner of the delivery.
  mutating func serve(_ turn: inout Turn, _ deliver: (inout Int, inout Turn) -> Void) {
    watched?.begin()
    defer { watched?.end() }
    if let job {
      job()
      count = 0
      turn.didDeliver()
    } else if let receiver, let holder {
      receiver.deliver(&count, &turn, for: holder)
    } else {
      deliver(&count, &turn)
    }
    if count == 0 { receiver?.tickets.wrappingSubtract(1, ordering: .releasing) }
  }
}

/// The places of waiting items and jobs, in order.
final class Line {
  /// Guarded by the lock.
  @exclusivity(unchecked) private var waiting: ContiguousArray<Ticket> = []
  /// The number of items and jobs appended since the delivery began. Guarded by the lock.
  @exclusivity(unchecked) var appended = 0
  /// The tickets that have been taken, the next one last. Accessed only by the delivering thread; if there is none, guarded
  /// by the lock.
  @exclusivity(unchecked) var taken: ContiguousArray<Ticket> = []

  /// The number of items and jobs that wait. During a delivery, all that was taken counts as one.
  func count(isDelivering: Bool) -> Int {
    waiting.reduce(isDelivering ? 1 : taken.reduce(0) { $0 + $1.count }) { $0 + $1.count }
  }

  func append(_ job: @escaping () -> Void, of receiver: Receiver?, _ holder: AnyObject?) {
    waiting.append(Ticket(receiver: receiver, holder: holder, job: job, watched: watched(for: receiver)))
    appended += 1
  }

  /// Appends an item of `receiver`, unless the item has replaced another. Returns whether it needs a new ticket: otherwise,
  /// the last one counts it.
  func appendItem(isNew: Bool, of receiver: Receiver?, _ holder: AnyObject?) -> Bool {
    appended += 1
    if !isNew { return false }
    let last = waiting.count - 1
    let watched = watched(for: receiver)
    if last >= 0, waiting[last].receiver === receiver, waiting[last].job == nil, watched == nil,
      waiting[last].watched == nil
    {
      waiting[last].count += 1
      return false
    }
    waiting.append(Ticket(receiver: receiver, holder: holder, watched: watched))
    return true
  }

  /// In a mailbox, items have receivers. Elsewhere they wait for a thread that is delivering, or for a scheduler, whose time
  /// the test may have to move first.
  @inline(__always)
  private func watched(for receiver: Receiver?) -> WatchedWork? { receiver == nil ? nil : WatchedWork.new }

  /// Moves the waiting tickets to `taken`, if that is empty or `all` is true. Returns whether there is anything. Called under
  /// the lock by the delivering thread.
  func take(all: Bool) -> Bool {
    if taken.isEmpty {
      if taken.capacity > 16 { taken = [] }
      swap(&taken, &waiting)
      taken.reverse()
    } else if all {
      taken.insert(contentsOf: waiting.reversed(), at: 0)
      waiting = []
    }
    return !taken.isEmpty
  }
}

/// The limits of a delivery on a queue, so that the queue's other work does not wait long.
@frozen public struct Turn {
  /// The maximum number of items; `.max` for no limit.
  private let limit: Int
  @usableFromInline var remaining: Int
  /// When the time is up, in nanoseconds of the coarse clock.
  @usableFromInline let deadline: Int64
  @usableFromInline var delivered = 0

  /// Begins a turn of at most `limit` items and of `nanoseconds`, after which no further item is delivered. The time is
  /// accurate to one tick of the system's coarse clock: one to ten milliseconds. With `.max`, the
  /// time is not limited, either.
  ///
  /// - Parameter takesAll: whether what waits at the beginning is delivered first, without a limit.
  init(limit: Int = .max, takesAll: Bool = false, nanoseconds: Int64 = 1_000_000) {
    self.limit = limit
    remaining = takesAll ? .max : limit
    let isTimed = remaining < .max && Self.untimedBodies.load(ordering: .relaxed) == 0
    deadline = isTimed ? c_runtime_coarse_time() + nanoseconds : .max
  }

  /// Whether the turn still delivers the items that waited at its beginning, without a limit.
  var takesAll: Bool { remaining > limit }

  /// Whether the limit is reached.
  @inlinable @inline(__always)
  public var isOver: Bool { remaining <= 0 }

  /// Whether a turn with a limit has delivered at least 16 items and is not over: more are likely soon.
  var isInBurst: Bool { delivered >= 16 && !isOver && remaining <= limit && limit < .max }

  /// Counts an item.
  @inlinable @inline(__always)
  public mutating func didDeliver() {
    delivered += 1
    // The time is read after each item, so an exact clock would cost more than most items do.
    remaining = deadline < .max && c_runtime_coarse_time() >= deadline ? 0 : remaining - 1
  }

  /// Gives a turn that has delivered what waited at its beginning the limits of a new one.
  mutating func didTakeAll() { if takesAll { self = Turn(limit: limit) } }

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

/// Items that wait for their tickets, in two queues: so the senders and the delivering thread seldom write to the same
/// memory.
public final class Items<Item> {
  /// Guarded by the lock of the line.
  @usableFromInline let waiting = Queue<Item>()
  /// Of the delivering thread.
  @usableFromInline let taken = Queue<Item>()

  @inlinable
  public init() {}

  /// Called under the lock, like the next three.
  @inlinable
  public func append(_ item: Item) { waiting.append(item) }

  /// Whether the newest item has not been taken.
  @inlinable
  public var canReplaceLast: Bool { !waiting.isEmpty }

  /// Exchanges the newest item for `item`.
  @inlinable
  public func replaceLast(with item: inout Item) { waiting.replaceLast(with: &item) }

  /// Takes the waiting items. Called by the delivering thread if `mustTake`.
  @inlinable
  public func take() { waiting.swapElements(with: taken) }

  /// Whether the next item has not been taken. Called by the delivering thread, like the next two.
  @inlinable
  public var mustTake: Bool { taken.isEmpty }

  /// Returns the next item that has been taken.
  @inlinable
  public func removeFirst() -> Item { taken.removeFirst(keepingCapacity: true) }

  /// Frees memory if no item is left; `lock` is that of the line.
  @inlinable
  public func trim(under lock: borrowing Lock) {
    guard taken.isEmpty else { return }
    taken.trim()
    lock.withLock { if waiting.isEmpty { waiting.trim() } }
  }
}
