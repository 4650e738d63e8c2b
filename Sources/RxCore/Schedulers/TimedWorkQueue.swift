/// A priority queue of pending work: a binary heap ordered by due time, then by insertion.
///
/// Cancelled work remains in the heap until it is first, or until the heap has doubled: then the next insertion removes
/// all cancelled work. Insertion therefore takes amortised logarithmic time, and cancellation constant time.
///
/// Guarded by its owner's lock.
final class TimedWorkQueue<Time> {
  private let compare: (Time, Time) -> VirtualTimeComparison
  @exclusivity(unchecked) private var heap: ContiguousArray<QueuedWork> = []
  @exclusivity(unchecked) private var inserted: UInt64 = 0
  /// The number of entries at which the next insertion removes the cancelled ones.
  @exclusivity(unchecked) private var limit = 64

  init(compare: @escaping (Time, Time) -> VirtualTimeComparison) {
    self.compare = compare
  }

  deinit {
    // Cancelled, because periodic work and its pending run retain each other.
    for queued in heap { queued.work.takeRetainedValue().dispose() }
  }

  /// The number of pending entries, without the cancelled ones. Takes linear time.
  var count: Int { heap.count { !$0.isCancelled } }

  /// Adds `work` after all entries due at the same time or earlier. `date` is the due time as a number, which must not
  /// decrease as the time increases.
  func insert(_ work: TimedWork<Time>, date: Double) {
    if heap.count >= limit { dropCancelled() }
    inserted += 1
    heap.append(QueuedWork(date: date, order: inserted, work: .passRetained(work)))
    siftUp(from: heap.count - 1)
  }

  /// The due time of the first entry that is not cancelled, if any. Removes the cancelled entries before it.
  func firstTime() -> Time? {
    while let first = heap.first {
      if !first.isCancelled { return time(of: first) }
      removeFirst().work.release()
    }
    return nil
  }

  /// Removes the first entry, even if cancelled, and returns its work; `nil` if the queue is empty.
  func takeFirst() -> ScheduledWork? {
    heap.isEmpty ? nil : removeFirst().work.takeRetainedValue()
  }

  private func dropCancelled() {
    heap.removeAll { queued in
      guard queued.isCancelled else { return false }
      queued.work.release()
      return true
    }
    limit = max(64, 2 * heap.count)
    for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { place(heap[index], from: index) }
  }

  /// Removes the first entry of a heap that is not empty. The caller owns its work.
  private func removeFirst() -> QueuedWork {
    let first = heap[0]
    let last = heap.removeLast()
    if !heap.isEmpty { place(last, from: 0) }
    return first
  }

  /// Moves the earlier child up at each level from `start`, puts `queued` at the bottom, and sifts it up. After a
  /// removal, `queued` is the former last entry and nearly always late, so this takes one comparison per level instead
  /// of two.
  private func place(_ queued: QueuedWork, from start: Int) {
    var index = start
    var child = 2 * index + 1
    while child < heap.count {
      if child + 1 < heap.count, isBefore(heap[child + 1], heap[child]) { child += 1 }
      heap[index] = heap[child]
      index = child
      child = 2 * index + 1
    }
    heap[index] = queued
    siftUp(from: index, notAbove: start)
  }

  private func siftUp(from start: Int, notAbove top: Int = 0) {
    let queued = heap[start]
    var index = start
    while index > top {
      let parent = (index - 1) / 2
      guard isBefore(queued, heap[parent]) else { break }
      heap[index] = heap[parent]
      index = parent
    }
    heap[index] = queued
  }

  /// Dates are ordered like the times but less precise: if two dates are equal, the times decide.
  private func isBefore(_ left: QueuedWork, _ right: QueuedWork) -> Bool {
    if left.date < right.date { return true }
    if right.date < left.date { return false }
    switch compare(time(of: left), time(of: right)) {
    case .lessThan: return true
    case .equal: return left.order < right.order
    case .greaterThan: return false
    }
  }

  private func time(of queued: QueuedWork) -> Time {
    queued.work._withUnsafeGuaranteedRef { unsafeDowncast($0, to: TimedWork<Time>.self).time }
  }
}

/// An entry of the heap. Its size does not depend on the type of time, and its work is retained once, not each time the
/// entry moves: otherwise both would cost more than everything else combined.
private struct QueuedWork {
  /// The due time as a number.
  let date: Double
  /// The number of insertions up to and including this one.
  let order: UInt64
  let work: Unmanaged<ScheduledWork>

  var isCancelled: Bool { work._withUnsafeGuaranteedRef { $0.isCancelled } }
}

/// Work with its due time.
final class TimedWork<Time>: ScheduledWork, @unchecked Sendable {
  let time: Time

  init(time: Time, _ action: @escaping () -> any Disposable) {
    self.time = time
    super.init(action)
  }
}
