// Public for the same reason as `Lock`.

/// A queue of jobs and of items of one type, pending for delivery.
///
/// It has two sides. Any thread appends to one of them, under the lock of the delivery. The delivering thread takes from the
/// other, without the lock. When that one is empty, the delivering thread swaps the two under the lock.
public final class Backlog {
  /// The properties of an entry, without its item.
  package struct Header {
    /// The number of the change, or zero.
    package var number: UInt64
    /// The stamp of the change, if the value is bound to others.
    package var stamp: Stamp

    package init(number: UInt64 = 0, stamp: Stamp = .none) {
      self.number = number
      self.stamp = stamp
    }

    fileprivate static let job = Header(number: .max)
    var isJob: Bool { number == .max }
  }

  /// Under the lock, whether callers append to `first`. Read without it by the delivering thread, which alone writes it.
  @exclusivity(unchecked) private var appendsToFirst = true
  @exclusivity(unchecked) private var first = Side()
  /// The threads on the two sides do not write to one cache line.
  private let gap: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
  @exclusivity(unchecked) private var second = Side()

  // MARK: Called under the lock

  func append(_ job: @escaping () -> Void) {
    withAppended { side in
      side.headers.append(.job)
      side.jobs.append(job)
    }
  }

  func append<Item>(_ item: Item, _ header: Header) {
    withAppended { side in
      side.headers.append(header)
      side.items.append(item)
    }
  }

  // MARK: Called under the lock by the delivering thread

  /// Makes the appended entries available to the delivering thread, if it has none left. Returns whether these are all.
  func swapSides() -> Bool {
    if withTaken({ $0.headers.isEmpty }) { appendsToFirst.toggle() }
    return withAppended { $0.headers.isEmpty }
  }

  /// Whether nothing is pending on either side.
  var isEmpty: Bool { first.headers.isEmpty && second.headers.isEmpty }

  // MARK: Called by the delivering thread

  /// Removes and returns the header of the next entry. Unless it is a job, the caller then takes the item.
  func next() -> Header? {
    withTaken { side in
      if side.taken == side.headers.count { return nil }
      side.taken += 1
      return side.headers[side.taken - 1]
    }
  }

  func runJob() {
    let job = withTaken { side in
      var job: () -> Void = {}  // Takes the place of the job, which is released once it has run.
      swap(&job, &side.jobs[side.jobsTaken])
      side.jobsTaken += 1
      return job
    }
    job()
  }

  /// Takes the item of the header that was taken last.
  package func takeItem<Item>(as type: Item.Type) -> Item {
    withTaken { $0.items.takeNext() }
  }

  /// Forgets the entries that were taken, if none is left. Frees the memory of many entries, unless more are coming.
  func clearIfTaken(moreAreComing: Bool) {
    withTaken { side in
      guard side.taken == side.headers.count else { return }
      let keepsMemory = moreAreComing || side.headers.capacity <= 512
      side.headers.removeAll(keepingCapacity: keepsMemory)
      side.jobs.removeAll(keepingCapacity: keepsMemory)
      side.items.clear(keepingMemory: keepsMemory)
      (side.taken, side.jobsTaken) = (0, 0)
    }
  }

  // MARK: The sides

  private struct Side: ~Copyable {
    var headers: [Header] = []
    var jobs: [() -> Void] = []
    var items = Items()
    var taken = 0
    var jobsTaken = 0
  }

  @inline(__always)
  private func withAppended<Result>(_ body: (inout Side) -> Result) -> Result {
    appendsToFirst ? body(&first) : body(&second)
  }

  @inline(__always)
  private func withTaken<Result>(_ body: (inout Side) -> Result) -> Result {
    appendsToFirst ? body(&second) : body(&first)
  }
}

/// Items of one type, in the order in which they were appended.
///
/// In unspecialised generic code, an array of items costs several look-ups of its type at each operation. This type names
/// `Item` alone.
private struct Items: ~Copyable {
  /// Destroys items of the type, which only the functions that append know.
  private var deinitialize: ((_ memory: UnsafeMutableRawPointer, _ items: Range<Int>) -> Void)?
  private var memory: UnsafeMutableRawPointer?
  private var capacity = 0
  private var count = 0
  private var taken = 0

  deinit {
    guard let memory else { return }
    deinitialize?(memory, taken..<count)
    memory.deallocate()
  }

  mutating func append<Item>(_ item: Item) {
    if count == capacity { grow(to: max(16, 2 * capacity), as: Item.self) }
    items(as: Item.self).advanced(by: count).initialize(to: item)
    count += 1
  }

  mutating func takeNext<Item>() -> Item {
    defer { taken += 1 }
    return items(as: Item.self).advanced(by: taken).move()
  }

  /// Called when all items have been taken.
  mutating func clear(keepingMemory: Bool) {
    (count, taken) = (0, 0)
    if keepingMemory { return }
    memory?.deallocate()
    memory = nil
    capacity = 0
  }

  private func items<Item>(as type: Item.Type) -> UnsafeMutablePointer<Item> {
    guard let memory else { preconditionFailure("An entry of a backlog has no item.") }
    return memory.assumingMemoryBound(to: Item.self)
  }

  @inline(never)
  private mutating func grow<Item>(to larger: Int, as type: Item.Type) {
    let items = UnsafeMutablePointer<Item>.allocate(capacity: larger)
    if let memory {
      items.moveInitialize(from: memory.assumingMemoryBound(to: Item.self), count: count)
      memory.deallocate()
    }
    if deinitialize == nil {
      deinitialize = { $0.assumingMemoryBound(to: Item.self).advanced(by: $1.lowerBound).deinitialize(count: $1.count) }
    }
    memory = UnsafeMutableRawPointer(items)
    capacity = larger
  }
}
