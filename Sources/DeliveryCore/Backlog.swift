// Public for the same reason as `Lock`.

/// A queue of jobs and of items of one type, which are pending for delivery.
///
/// It has two sides. Any thread appends to the one, under the lock of the delivery. The delivering thread takes from the
/// other, without a lock. When that one is empty, the delivering thread swaps the two under the lock.
public final class Backlog {
  /// The properties of an entry, without its item.
  package struct Header {
    /// The number of the change, or zero.
    package var number: UInt64
    /// The stamp of the change, if the value is bound to others.
    package var stamp: Stamp
    fileprivate(set) var isJob = false

    package init(number: UInt64 = 0, stamp: Stamp = .none) {
      self.number = number
      self.stamp = stamp
    }
  }

  /// One of the two sides. An object of its own, so that the threads on the two sides do not write to one cache line.
  private final class Side {
    @exclusivity(unchecked) var headers: [Header] = []
    @exclusivity(unchecked) var jobs: [() -> Void] = []
    /// An object, because only that knows the type of the items.
    @exclusivity(unchecked) var items: AnyItems?
    @exclusivity(unchecked) var taken = 0
    @exclusivity(unchecked) var jobsTaken = 0
    // Keeps the next object in memory, which may be the other side, off this cache line.
    private let gap: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0)
  }

  /// Guarded by the lock, with what is in it.
  @exclusivity(unchecked) private var appended = Side()
  /// Replaced under the lock. The delivering thread alone uses its contents.
  @exclusivity(unchecked) private var current = Side()

  // MARK: Called under the lock

  func append(_ job: @escaping () -> Void) {
    var header = Header()
    header.isJob = true
    appended.headers.append(header)
    appended.jobs.append(job)
  }

  func append<Item>(_ item: Item, _ header: Header) {
    appended.headers.append(header)
    guard let items = appended.items else {
      let items = Items<Item>()
      items.append(item)
      appended.items = items
      return
    }
    unsafeDowncast(items, to: Items<Item>.self).append(item)
  }

  // MARK: Called under the lock by the delivering thread

  /// Makes what was appended available to the delivering thread, if that has nothing left. Returns whether that is all.
  func swapSides() -> Bool {
    if current.headers.isEmpty { swap(&appended, &current) }
    return appended.headers.isEmpty
  }

  /// Whether nothing waits on either side.
  var isEmpty: Bool { current.headers.isEmpty && appended.headers.isEmpty }

  // MARK: Called by the delivering thread

  /// Removes and returns the header of the next entry. Unless it is a job, the caller then takes the item.
  func next() -> Header? {
    if current.taken == current.headers.count { return nil }
    defer { current.taken += 1 }
    return current.headers[current.taken]
  }

  func runJob() {
    let job = current.jobs[current.jobsTaken]
    current.jobs[current.jobsTaken] = {}  // Releases the job once it has run.
    current.jobsTaken += 1
    job()
  }

  /// Takes the item of the header that was taken last.
  package func takeItem<Item>(as type: Item.Type) -> Item {
    guard let items = current.items else { preconditionFailure("An entry of a backlog has no item.") }
    return unsafeDowncast(items, to: Items<Item>.self).takeNext()
  }

  /// Forgets the entries that were taken, if none is left. The memory of many entries is freed, unless more are coming.
  func clearIfTaken(moreAreComing: Bool) {
    guard current.taken == current.headers.count else { return }
    let keepsMemory = moreAreComing || current.headers.capacity <= 512
    current.headers.removeAll(keepingCapacity: keepsMemory)
    current.jobs.removeAll(keepingCapacity: keepsMemory)
    if keepsMemory { current.items?.clear() } else { current.items = nil }
    (current.taken, current.jobsTaken) = (0, 0)
  }
}

/// The items of one side of a backlog.
private class AnyItems {
  func clear() {}
}

/// In memory of its own: in unspecialised generic code, an array of items costs several look-ups of its type at each operation.
private final class Items<Item>: AnyItems {
  @exclusivity(unchecked) private var memory: UnsafeMutablePointer<Item>
  @exclusivity(unchecked) private var capacity = 16
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var taken = 0

  override init() {
    memory = .allocate(capacity: 16)
  }

  deinit {
    (memory + taken).deinitialize(count: count - taken)
    memory.deallocate()
  }

  func append(_ item: Item) {
    if count == capacity { grow() }
    (memory + count).initialize(to: item)
    count += 1
  }

  func takeNext() -> Item {
    defer { taken += 1 }
    return (memory + taken).move()
  }

  override func clear() {
    (count, taken) = (0, 0)
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Item>.allocate(capacity: 2 * capacity)
    larger.moveInitialize(from: memory, count: count)
    memory.deallocate()
    memory = larger
    capacity *= 2
  }
}
