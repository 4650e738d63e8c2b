import Synchronization

/// A part of a backlog: jobs, or items of one type, that were appended one after the other.
///
/// The appending thread writes an item and then raises the count; the delivering thread takes items up to that count. So
/// the two share no lock. One allocation serves many items: items that one thread allocates and another frees make both
/// wait for the allocator.
package class Batch {
  /// Whether it holds jobs, which the delivery itself runs.
  fileprivate(set) final var holdsJobs = false
  private final let firstNumber: UInt64

  // Of the appending thread.
  fileprivate final let appended = Atomic<Int>(0)
  /// The batch that follows, retained. Written once, after the last item.
  final let following = Atomic<Unmanaged<Batch>?>(nil)
  /// Whether items may still be appended. Guarded by the lock of the delivery.
  @exclusivity(unchecked) final var isOpen = true

  // The two threads do not write to the same cache line, which would cost more than all else.
  private final let gap: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0)

  // Of the delivering thread.
  @exclusivity(unchecked) fileprivate final var taken = 0
  /// How many items it knows of.
  @exclusivity(unchecked) private final var known = 0

  fileprivate init(firstNumber: UInt64) {
    self.firstNumber = firstNumber
  }

  /// Whether there is an item to take.
  final var hasNext: Bool {
    if taken < known { return true }
    known = appended.load(ordering: .acquiring)
    return taken < known
  }

  /// The number of the item that is taken next.
  package final var nextNumber: UInt64 { firstNumber &+ UInt64(truncatingIfNeeded: taken) }

  /// Whether an item of that number follows the last one.
  final func isFollowed(by number: UInt64) -> Bool {
    firstNumber &+ UInt64(truncatingIfNeeded: appended.load(ordering: .relaxed)) == number
  }
}

package final class ItemBatch<Item>: Batch {
  private let items: UnsafeMutablePointer<Item>
  private let capacity: Int

  init(capacity: Int = 16, firstNumber: UInt64) {
    items = .allocate(capacity: capacity)
    self.capacity = capacity
    super.init(firstNumber: firstNumber)
  }

  deinit {
    (items + taken).deinitialize(count: appended.load(ordering: .acquiring) - taken)
    items.deallocate()
  }

  func append(_ item: Item) {
    let count = appended.load(ordering: .relaxed)
    (items + count).initialize(to: item)
    isOpen = count + 1 < capacity
    appended.store(count + 1, ordering: .releasing)
  }

  /// Takes the next item out. Called by the delivering thread while there is one.
  package func takeNext() -> Item {
    defer { taken += 1 }
    return (items + taken).move()
  }
}

extension ItemBatch where Item == () -> Void {
  static func ofJobs() -> ItemBatch {
    let batch = ItemBatch(capacity: 4, firstNumber: 0)
    batch.holdsJobs = true
    return batch
  }

  static func runNextJob(of batch: Batch) { unsafeDowncast(batch, to: Self.self).takeNext()() }
}
