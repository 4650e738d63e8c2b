import Synchronization

/// What waits for its virtual time: a binary heap, ordered by time and then by the order of insertion.
///
/// Work that is cancelled stays where it is, empty, until it would have come first; when half of the heap is empty work
/// the heap is made anew. So an insertion and a cancellation cost no more than the logarithm of what is pending.
///
/// Guarded by its owner's lock.
struct VirtualTimeQueue<Converter: VirtualTimeConverterType> {
  typealias Time = Converter.VirtualTimeUnit

  private struct Entry {
    let time: Time
    let order: UInt64
    let work: VirtualWork
  }

  let converter: Converter
  private var heap: ContiguousArray<Entry> = []
  private var inserted: UInt64 = 0
  private let cancelled = CancelledCount()

  init(converter: Converter) {
    self.converter = converter
  }

  /// How much work waits that has not been cancelled.
  var count: Int { heap.count - cancelled.value.load(ordering: .relaxed) }

  /// Puts `work` behind all that is due at `time` or before.
  mutating func insert(_ work: VirtualWork, at time: Time) {
    dropCancelledIfMany()
    work.countCancellation(in: cancelled)
    inserted += 1
    heap.append(Entry(time: time, order: inserted, work: work))
    siftUp(heap.count - 1)
  }

  /// The time of what is due first, if anything waits.
  mutating func firstTime() -> Time? {
    while let first = heap.first {
      if !first.work.isCancelled { return first.time }
      removeFirst()
      cancelled.value.wrappingSubtract(1, ordering: .relaxed)
    }
    return nil
  }

  /// Takes out what is due first, which is there: ``firstTime()`` told its time.
  mutating func takeFirst() -> VirtualWork? {
    guard let work = heap.first?.work else { return nil }
    removeFirst()
    return work
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    siftDown(0)
  }

  private mutating func dropCancelledIfMany() {
    guard heap.count >= 64, cancelled.value.load(ordering: .relaxed) > heap.count / 2 else { return }
    let before = heap.count
    heap.removeAll { $0.work.isCancelled }
    cancelled.value.wrappingSubtract(before - heap.count, ordering: .relaxed)
    for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { siftDown(index) }
  }

  private func isBefore(_ left: Entry, _ right: Entry) -> Bool {
    switch converter.compareVirtualTime(left.time, right.time) {
    case .lessThan: true
    case .equal: left.order < right.order
    case .greaterThan: false
    }
  }

  private mutating func siftUp(_ start: Int) {
    var index = start
    let entry = heap[index]
    while index > 0 {
      let parent = (index - 1) / 2
      guard isBefore(entry, heap[parent]) else { break }
      heap[index] = heap[parent]
      index = parent
    }
    heap[index] = entry
  }

  private mutating func siftDown(_ start: Int) {
    guard start < heap.count else { return }
    var index = start
    let entry = heap[index]
    while 2 * index + 1 < heap.count {
      var child = 2 * index + 1
      if child + 1 < heap.count, isBefore(heap[child + 1], heap[child]) { child += 1 }
      guard isBefore(heap[child], entry) else { break }
      heap[index] = heap[child]
      index = child
    }
    heap[index] = entry
  }
}

/// How much of what waits has been cancelled.
final class CancelledCount: Sendable {
  let value = Atomic<Int>(0)
}

/// Work that waits for its virtual time. It runs, or is cancelled before; whoever comes first decides.
final class VirtualWork: Cancelable, @unchecked Sendable {
  private let isTaken = Atomic<Bool>(false)
  // Used by the one who takes it.
  private var action: (() -> any Disposable)?
  private let result = DisposableSlot()
  private var cancelled: CancelledCount?

  init(_ action: @escaping () -> any Disposable) {
    self.action = action
  }

  /// Called before anyone else knows of the work.
  func countCancellation(in count: CancelledCount) {
    cancelled = count
  }

  /// Whether it was cancelled before it ran.
  var isCancelled: Bool { isTaken.load(ordering: .acquiring) }

  var isDisposed: Bool { result.isDisposed }

  /// Called once it is out of the queue.
  func run() {
    guard let action = take() else {
      cancelled?.value.wrappingSubtract(1, ordering: .relaxed)
      return
    }
    result.replace(with: action())?.dispose()
  }

  func dispose() {
    if take() != nil { cancelled?.value.wrappingAdd(1, ordering: .relaxed) }
    result.close()?.dispose()
  }

  private func take() -> (() -> any Disposable)? {
    guard !isTaken.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
    let action = action
    self.action = nil
    return action
  }
}
