/// A first-in, first-out queue. Adding and removing take amortised constant time. Removed elements are not retained.
///
/// Manages its own ring buffer: see *Generic code* in the architecture.
public final class Queue<Element> {
  private var ring: UnsafeMutablePointer<Element>?
  /// A power of two, or 0 if there is no buffer.
  private var capacity = 0
  private var head = 0
  @exclusivity(unchecked) public private(set) final var count = 0

  public init() {}

  /// Whether the queue is empty.
  package var isEmpty: Bool { count == 0 }

  deinit { removeAll() }

  /// All elements, oldest first.
  package var all: ContiguousArray<Element> {
    guard let ring else { return [] }
    return ContiguousArray((0..<count).lazy.map { ring[self.position($0)] })
  }

  /// The newest element, without removing it.
  package var last: Element? {
    guard let ring, count > 0 else { return nil }
    return ring[position(count - 1)]
  }

  /// The oldest element, without removing it.
  package var first: Element? {
    guard let ring, count > 0 else { return nil }
    return ring[head]
  }

  /// Adds `element` at the end.
  package func append(_ element: Element) {
    let ring = roomForOneMore()
    (ring + position(count)).initialize(to: element)
    count += 1
  }

  /// Removes and returns the oldest element, or returns `nil` if the queue is empty.
  package func popFirst() -> Element? { isEmpty ? nil : removeFirst() }

  /// Removes and returns the oldest element. The queue must not be empty.
  package func removeFirst() -> Element {
    guard let ring, count > 0 else { preconditionFailure("removeFirst() on an empty queue.") }
    let first = (ring + head).move()
    count -= 1
    head = count == 0 ? 0 : (head + 1) & (capacity - 1)
    if count == 0, capacity > 64 { removeAll() }
    return first
  }

  /// Removes all elements and frees the memory.
  package func removeAll() {
    guard let ring else { return }
    for index in 0..<count { (ring + position(index)).deinitialize(count: 1) }
    ring.deallocate()
    self.ring = nil
    (capacity, head, count) = (0, 0, 0)
  }

  private func position(_ index: Int) -> Int { (head + index) & (capacity - 1) }

  private func roomForOneMore() -> UnsafeMutablePointer<Element> {
    if let ring, count < capacity { return ring }
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: max(4, 2 * capacity))
    if let ring {
      let untilEnd = min(count, capacity - head)
      larger.moveInitialize(from: ring + head, count: untilEnd)
      (larger + untilEnd).moveInitialize(from: ring, count: count - untilEnd)
      ring.deallocate()
    }
    ring = larger
    capacity = max(4, 2 * capacity)
    head = 0
    return larger
  }
}
