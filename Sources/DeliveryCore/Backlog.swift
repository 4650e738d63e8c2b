internal import CRuntime
import Synchronization

// Public for the same reason as `Lock`.

/// The pending jobs and items of a delivery, in order. Items may have any type. They are kept in chunks of raw memory, where
/// an entry does not move while it waits:
///
///     chunk: [entry][entry]...[link] ──▶ chunk: [entry][entry]
///                    ▲                                       ▲
///                    reading           limit is in between   writing
///
/// (For why it is not an array, see *Generic code* in the architecture.)
///
/// Any thread may append, under the delivery's lock. The delivering thread takes all that waits under the lock, and then
/// removes one entry after the other without it.
public final class Backlog {
  private static let smallestChunk = 512
  private static let largestChunk = 16_384
  private static let sizeOfLink = mostBytes(for: Link.self)

  /// The last item of a chunk that is full: the next chunk.
  private struct Link {
    let chunk: UnsafeMutableRawPointer
  }

  // Of the delivering thread:
  @exclusivity(unchecked) private var chunk = allocate(smallestChunk)
  /// The next entry to remove.
  @exclusivity(unchecked) private var reading: UnsafeMutableRawPointer
  /// The end of what has been taken.
  @exclusivity(unchecked) private var limit: UnsafeMutableRawPointer
  /// The number of items that have been delivered, in a mailbox.
  fileprivate let delivered = Atomic<Int>(0)
  /// Padding, so that threads on the two sides do not write to the same cache line.
  private let gap: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
  // Guarded by the lock:
  @exclusivity(unchecked) private var writing: UnsafeMutableRawPointer
  /// The size of the newest chunk.
  @exclusivity(unchecked) private var size = smallestChunk
  /// The end of the newest chunk, before the space for a link.
  @exclusivity(unchecked) private var end: UnsafeMutableRawPointer
  /// The number of items that have been appended.
  @exclusivity(unchecked) private var appended = 0

  init() {
    (reading, limit, writing, end) = (chunk, chunk, chunk, chunk + size - Self.sizeOfLink)
  }

  deinit {
    take()
    while let entry = first() {
      remove(entry)
      _ = entry.take(as: entry.pointee.type)
    }
    chunk.deallocate()
  }

  // MARK: Appending

  /// Appends an item; in a mailbox, for `receiver`, whose newest it then is. Called under the lock.
  func append<Item>(_ item: Item, _ change: Change = .none, for receiver: Receiver? = nil) {
    let mostBytes = Self.mostBytes(for: Item.self)
    if end - writing < mostBytes { addChunk(for: mostBytes) }
    let entry = writing.assumingMemoryBound(to: EntryHeader.self)
    let address = receiver.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
    entry.initialize(to: EntryHeader(type: Item.self, receiver: address, hasChange: change.number > 0))
    if change.number > 0 { UnsafeMutableRawPointer(entry + 1).storeBytes(of: change, as: Change.self) }
    let place = entry.item(as: Item.self)
    place.initialize(to: item)
    writing = (UnsafeMutableRawPointer(place) + MemoryLayout<Item>.size).alignedUp(for: EntryHeader.self)
    entry.pointee.size = UInt32(writing - UnsafeMutableRawPointer(entry))
    appended += 1
    receiver?.newest?.pointee.store(appended, ordering: .relaxed)
    assert(writing <= end, "An entry is longer than its chunk.")
  }

  /// As much as an entry may take, padding included.
  @inline(__always)
  private static func mostBytes<Item>(for type: Item.Type) -> Int {
    MemoryLayout<(EntryHeader, Change)>.stride + MemoryLayout<Item>.size + MemoryLayout<Item>.alignment + 8
  }

  @inline(never)
  private func addChunk(for bytes: Int) {
    size = max(min(2 * size, Self.largestChunk), bytes + Self.sizeOfLink)
    let added = Self.allocate(size)
    end += Self.sizeOfLink
    append(Link(chunk: added))
    appended -= 1
    (writing, end) = (added, added + size - Self.sizeOfLink)
  }

  private static func allocate(_ size: Int) -> UnsafeMutableRawPointer {
    .allocate(byteCount: size, alignment: MemoryLayout<EntryHeader>.alignment)
  }

  /// In a mailbox, the number of items that wait or are being delivered. Called under the lock.
  var count: Int { appended - delivered.load(ordering: .acquiring) }

  // MARK: Taking

  /// Whether nothing waits. Called under the lock by the delivering thread.
  var isEmpty: Bool { reading == writing }

  /// Takes all that waits; if nothing does, makes the next entry the first of a small chunk. Called under the lock by the
  /// delivering thread.
  func take() {
    if isEmpty {
      if size > Self.smallestChunk {
        chunk.deallocate()
        (chunk, size) = (Self.allocate(Self.smallestChunk), Self.smallestChunk)
        end = chunk + size - Self.sizeOfLink
      }
      (reading, writing) = (chunk, chunk)
    }
    limit = writing
  }

  /// The first of the taken entries. Called by the delivering thread.
  @inline(__always)
  func first() -> Entry? {
    if reading == limit { return nil }
    let entry = reading.assumingMemoryBound(to: EntryHeader.self)
    return entry.pointee.type == Link.self ? followLink(entry) : entry
  }

  /// Removes the first of the taken entries. The caller must then take its item. Called by the delivering thread.
  func remove(_ first: Entry) { reading += Int(first.pointee.size) }

  /// An item has been delivered. Called by the delivering thread.
  func didDeliver() { delivered.store(delivered.load(ordering: .relaxed) + 1, ordering: .releasing) }

  @inline(never)
  private func followLink(_ entry: Entry) -> Entry? {
    let link = entry.take(as: Link.self)
    chunk.deallocate()
    (chunk, reading) = (link.chunk, link.chunk)
    return first()
  }
}

/// A job that waits. (A bare closure would be converted to another calling convention and back.)
@usableFromInline package struct Job {
  package let run: () -> Void

  package init(run: @escaping () -> Void) { self.run = run }
}

/// One entry of a ``Backlog``: a header, the change if the item is a value, and the item.
package typealias Entry = UnsafeMutablePointer<EntryHeader>

/// The part that each entry has.
package struct EntryHeader {
  let type: Any.Type
  /// In a mailbox, the receiver, if it has one.
  let receiver: UnsafeRawPointer?
  /// Whether the item is a value with a change. Most are passed on without one, and an entry should be short.
  let hasChange: Bool
  /// The distance to the next entry, in bytes.
  var size: UInt32 = 0
}

extension Entry {
  /// The change, if the item is a value.
  package var change: Change { pointee.hasChange ? UnsafeRawPointer(self + 1).load(as: Change.self) : .none }

  /// Removes and returns the item. Called once.
  package func take<Item>(as type: Item.Type = Item.self) -> Item {
    assert(pointee.type == type, "An entry of a backlog is of another type.")
    return item(as: type).move()
  }

  fileprivate func item<Item>(as type: Item.Type) -> UnsafeMutablePointer<Item> {
    let change = pointee.hasChange ? MemoryLayout<Change>.size : 0
    return (UnsafeMutableRawPointer(self + 1) + change).alignedUp(for: type).assumingMemoryBound(to: type)
  }
}

/// A delivery of what was taken from a backlog. A scheduled turn is limited in items and in time, so that the target's
/// other work does not wait long.
public struct Turn {
  private let backlog: Backlog
  /// The maximum number of items; `.max` for no limit.
  private let most: Int
  /// When the time is up, in nanoseconds of the coarse clock.
  private let deadline: Int64
  private var delivered = 0
  /// Whether the limit is reached.
  private(set) var isOver = false

  /// Begins a turn of at most `most` items, and of `nanoseconds`, after which no further item is delivered. The time is
  /// accurate to one tick of the system's coarse clock: one to ten milliseconds. If `most` is `.max`, there is no
  /// limit, nor one of time.
  init(_ backlog: Backlog, atMost most: Int, nanoseconds: Int64 = 1_000_000) {
    self.backlog = backlog
    self.most = most
    let isTimed = most < .max && Self.untimedBodies.load(ordering: .relaxed) == 0
    deadline = isTimed ? c_runtime_coarse_time() + nanoseconds : .max
  }

  /// Gives a turn without a limit that of a new turn.
  mutating func limit(to most: Int) { if self.most > most { self = Turn(backlog, atMost: most) } }

  /// Whether a turn with a limit has delivered at least 16 items and is not over: more are likely soon.
  var isInBurst: Bool { delivered >= 16 && !isOver && most < .max }

  /// Whether the newest entry of a receiver has been delivered. Another may be appended, unless the lock is held.
  func hasDelivered(_ newest: UnsafeMutablePointer<Atomic<Int>>) -> Bool {
    newest.pointee.load(ordering: .relaxed) == backlog.delivered.load(ordering: .relaxed)
  }

  /// The next entry; `nil` if there is none or the turn is over.
  var next: Entry? { isOver ? nil : backlog.first() }

  /// Delivers the next items, as far as they have the same receiver: runs jobs, and calls `deliver` with the entries of
  /// all others, whose items it takes. Each item is released before the next one is delivered.
  @inline(__always)
  package mutating func run(_ deliver: (Entry) -> Void = { _ in }) {
    let receiver = next?.pointee.receiver
    while let entry = next, entry.pointee.receiver == receiver {
      backlog.remove(entry)
      if entry.pointee.type == Job.self { entry.take(as: Job.self).run() } else { deliver(entry) }
      backlog.didDeliver()
      delivered += 1
      // The time is read after each item, so an exact clock would cost more than most items do.
      isOver = delivered >= most || deadline < .max && c_runtime_coarse_time() >= deadline
    }
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
