public import CRuntime
import Synchronization

/// A place in a line: for the next `count` items of a receiver, which keeps them itself, or for a job.
///
/// Receivers that alternate share a round, of which one item of each ticket is served at a time. An item joins only the ticket
/// that follows in the round. So the first tickets may have one item more than the others, and serving restores the order:
///
///     A B C A B C A  ──▶  A×3 B×2 C×2        A B C A C  ──▶  A×2 B C | C
///
/// A burst of values for several observers on a queue thus needs one ticket for each observer.
private struct Ticket {
  /// `nil` for the owner of the delivery.
  var receiver: Receiver?
  /// The object that retains the receiver.
  var holder: AnyObject?
  var count = 1
  var job: (() -> Void)?
  /// Set if a test waits for the items or the job.
  var watched: WatchedWork?
  /// Whether the ticket is the first of its round.
  var beginsRound = true

  /// Runs the job, or delivers the items as far as the turn allows, or only the next. (The owner's items share no round.)
  ///
  /// - Parameter deliver: delivers the items of the owner of the delivery.
  mutating func serve(onlyOne: Bool, _ turn: inout Turn, _ deliver: (inout Int, inout Turn) -> Void) {
    watched?.begin()
    if let job {
      job()
      count = 0
      turn.didDeliver()
    } else if let receiver = receiver.map(Unmanaged.passUnretained), let holder = holder.map(Unmanaged.passUnretained) {
      // The ticket retains both. To retain them again for each item would take as long as to deliver it.
      receiver._withUnsafeGuaranteedRef { receiver in
        holder._withUnsafeGuaranteedRef { receiver.deliver(&count, onlyOne: onlyOne, &turn, for: $0) }
      }
    } else {
      deliver(&count, &turn)
    }
    watched?.end()
    if count > 0 { return }
    receiver?.tickets.wrappingSubtract(1, ordering: .releasing)
    // The ticket itself lasts until all that were taken have been served.
    (receiver, holder, job) = (nil, nil, nil)
    watched = nil
  }
}

/// The places of waiting items and jobs, in order.
final class Line {
  // Guarded by the lock:
  @exclusivity(unchecked) private var waiting: ContiguousArray<Ticket> = []
  /// The index of the last round's first ticket.
  @exclusivity(unchecked) private var lastRoundStart = 0
  /// The index of the ticket that the next item joins if the last round goes on; the end, until a receiver has come twice.
  @exclusivity(unchecked) private var nextToJoin = 0
  /// The number of items and jobs appended, also in place of others, since a thread last ended or stopped its delivery.
  @exclusivity(unchecked) var appended = 0

  /// An object of its own, because the delivering thread changes it for each item: what other threads use must not be near.
  private let taken = TakenTickets()

  /// The number of items and jobs that wait. During a delivery, all that was taken counts as one.
  func count(isDelivering: Bool) -> Int {
    waiting.reduce(isDelivering ? 1 : taken.count) { $0 + $1.count }
  }

  // MARK: Appending, under the lock

  func append(_ job: @escaping () -> Void, of receiver: Receiver?, _ holder: AnyObject?) {
    appended += 1
    appendAlone(Ticket(receiver: receiver, holder: holder, job: job, watched: watched(for: receiver)))
  }

  /// Appends an item of `receiver`, unless the item has replaced another. Returns whether it needs a new ticket.
  func appendItem(isNew: Bool, of receiver: Receiver?, _ holder: AnyObject?) -> Bool {
    appended += 1
    if !isNew { return false }
    if let watched = watched(for: receiver) {
      appendAlone(Ticket(receiver: receiver, holder: holder, watched: watched))
      return true
    }
    if nextToJoin < waiting.count {
      if waiting[nextToJoin].receiver === receiver {
        join(nextToJoin)
        return false
      }
      lastRoundStart = waiting.count
    } else if let index = ticketInLastRound(of: receiver) {
      // The receiver comes again. So from its ticket on, receivers may alternate.
      waiting[index].beginsRound = true
      lastRoundStart = index
      join(index)
      return false
    }
    receiver?.newestTicket = Int32(truncatingIfNeeded: waiting.count)
    let beginsRound = lastRoundStart == waiting.count
    waiting.append(Ticket(receiver: receiver, holder: holder, beginsRound: beginsRound))
    nextToJoin = waiting.count
    return true
  }

  /// Adds an item to a ticket of the last round.
  private func join(_ index: Int) {
    waiting[index].count += 1
    nextToJoin = index + 1 < waiting.count ? index + 1 : lastRoundStart
  }

  private func ticketInLastRound(of receiver: Receiver?) -> Int? {
    let index = receiver.map { Int($0.newestTicket) } ?? lastRoundStart
    return index >= lastRoundStart && index < waiting.count && waiting[index].receiver === receiver ? index : nil
  }

  /// Appends a ticket that no item joins.
  private func appendAlone(_ ticket: Ticket) {
    waiting.append(ticket)
    lastRoundStart = waiting.count
    nextToJoin = waiting.count
  }

  /// In a mailbox, items have receivers. Elsewhere they wait for a thread that is delivering, or for a scheduler, whose time
  /// the test may have to move first.
  @inline(__always)
  private func watched(for receiver: Receiver?) -> WatchedWork? { receiver == nil ? nil : WatchedWork.new }

  // MARK: Serving, by the delivering thread

  /// Whether something that was taken has not been served.
  var hasTaken: Bool { taken.findNext() }

  /// Takes the waiting tickets, if all that were taken have been served or `all` is true. Returns whether there is anything
  /// to serve. Called under the lock.
  func take(all: Bool) -> Bool {
    if hasTaken, !all { return true }
    taken.append(&waiting)
    (lastRoundStart, nextToJoin) = (0, 0)
    return hasTaken
  }

  /// Serves what was taken, until nothing is left or the turn is over.
  @inline(__always)
  func serve(_ turn: inout Turn, _ deliver: (inout Int, inout Turn) -> Void) { taken.serve(&turn, deliver) }
}

/// The tickets that a delivering thread has taken. Accessed only by that thread; if there is none, guarded by the lock.
private final class TakenTickets {
  @exclusivity(unchecked) private var tickets: ContiguousArray<Ticket> = []
  /// The tickets of the round that is being served.
  @exclusivity(unchecked) private var round = 0..<0
  /// The ticket to serve next.
  @exclusivity(unchecked) private var next = 0

  /// The number of items and jobs.
  var count: Int { tickets.reduce(0) { $0 + $1.count } }

  /// Moves `waiting` to the end.
  func append(_ waiting: inout ContiguousArray<Ticket>) {
    if tickets.isEmpty { return swap(&tickets, &waiting) }
    tickets += waiting
    waiting = []
  }

  func serve(_ turn: inout Turn, _ deliver: (inout Int, inout Turn) -> Void) {
    while !turn.isOver, findNext() {
      // In its place, because a copy would retain the receiver.
      tickets[next].serve(onlyOne: round.count > 1, &turn, deliver)
      next = next + 1 < round.upperBound ? next + 1 : round.lowerBound
    }
  }

  /// Finds the ticket to serve next. Returns `false` if there is none, and then frees the memory, except a little.
  func findNext() -> Bool {
    // The counts in a round differ by one at most, the larger ones next. So if the next is zero, all are.
    if next < round.upperBound, tickets[next].count > 0 { return true }
    let start = round.upperBound
    if start == tickets.count {
      tickets.removeAll(keepingCapacity: tickets.capacity <= 16)
      (round, next) = (0..<0, 0)
      return false
    }
    round = start..<(tickets[(start + 1)...].firstIndex(where: \.beginsRound) ?? tickets.count)
    next = start
    return true
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
