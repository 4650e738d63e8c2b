import Synchronization

/// A part of a backlog: consecutive jobs, or consecutive items of one type.
///
/// The appending thread writes an item and then increments the count. The delivering thread takes items up to that
/// count. So the two threads share no lock. One allocation holds many items, because both threads would contend for the
/// allocator if each item were allocated by one and freed by the other.
package class Batch {
  /// Whether it holds jobs, which `SerialDelivery` runs.
  fileprivate(set) final var holdsJobs = false
  private final let firstNumber: UInt64

  // Written by the appending thread.
  fileprivate final let appended = Atomic<Int>(0)
  /// The next batch, retained. Written once, after the last item.
  final let following = Atomic<Unmanaged<Batch>?>(nil)
  /// Whether items may still be appended. Guarded by the lock of the delivery.
  @exclusivity(unchecked) final var isOpen = true

  // The gap keeps the two threads from writing to the same cache line, which would dominate the cost.
  private final let gap: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0)

  // Used by the delivering thread.
  @exclusivity(unchecked) fileprivate final var taken = 0
  /// The number of items that the delivering thread has seen.
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

  /// The number of the next item.
  package final var nextNumber: UInt64 { firstNumber &+ UInt64(truncatingIfNeeded: taken) }

  /// Whether an item with this number directly follows the last one.
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

  /// Removes and returns the next item. Called by the delivering thread if `hasNext`.
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
