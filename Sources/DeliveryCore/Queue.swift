/// A first-in, first-out queue. Adding and removing take amortised constant time. Removed elements are not retained.
///
/// Manages its own ring buffer: see *Generic code* in the architecture.
public final class Queue<Element> {
  @exclusivity(unchecked) @usableFromInline var ring: UnsafeMutablePointer<Element>?
  /// A power of two, or 0 if there is no buffer.
  @exclusivity(unchecked) @usableFromInline var capacity = 0
  @exclusivity(unchecked) @usableFromInline var head = 0
  @exclusivity(unchecked) public final var count = 0

  @inlinable
  public init() {}

  /// Whether the queue is empty.
  @inlinable
  public var isEmpty: Bool { count == 0 }

  deinit { removeAll() }

  /// All elements, oldest first.
  @inlinable
  public var all: ContiguousArray<Element> {
    guard let ring else { return [] }
    return ContiguousArray((0..<count).lazy.map { ring[self.position($0)] })
  }

  /// The newest element, without removing it.
  @inlinable
  public var last: Element? {
    guard let ring, count > 0 else { return nil }
    return ring[position(count - 1)]
  }

  /// The oldest element, without removing it.
  @inlinable
  public var first: Element? {
    guard let ring, count > 0 else { return nil }
    return ring[head]
  }

  /// Adds `element` at the end.
  @inlinable
  public func append(_ element: Element) {
    if count == capacity { grow() }
    guard let ring else { preconditionFailure("A queue has grown, but has no memory.") }
    (ring + position(count)).initialize(to: element)
    count += 1
  }

  /// Removes and returns the oldest element, or returns `nil` if the queue is empty.
  @inlinable
  public func popFirst() -> Element? { isEmpty ? nil : removeFirst() }

  /// Removes and returns the oldest element. The queue must not be empty. Once it is, it keeps little memory.
  @inlinable
  public func removeFirst(keepingCapacity: Bool = false) -> Element {
    guard let ring, count > 0 else { preconditionFailure("removeFirst() on an empty queue.") }
    let first = (ring + head).move()
    count -= 1
    head = count == 0 ? 0 : (head + 1) & (capacity - 1)
    if count == 0, !keepingCapacity { trim() }
    return first
  }

  /// Frees the memory of an empty queue, except a little.
  @inlinable
  public func trim() { if capacity > 16 { removeAll() } }

  /// Exchanges all elements of two queues.
  @inlinable
  public func swapElements(with other: Queue) {
    swap(&ring, &other.ring)
    swap(&capacity, &other.capacity)
    swap(&head, &other.head)
    swap(&count, &other.count)
  }

  /// Exchanges the newest element for `element`. The queue must not be empty.
  @inlinable
  public func replaceLast(with element: inout Element) {
    guard let ring, count > 0 else { preconditionFailure("replaceLast(with:) on an empty queue.") }
    swap(&element, &ring[position(count - 1)])
  }

  /// Removes all elements and frees the memory.
  @inlinable
  public func removeAll() {
    guard let ring else { return }
    for index in 0..<count { (ring + position(index)).deinitialize(count: 1) }
    ring.deallocate()
    self.ring = nil
    (capacity, head, count) = (0, 0, 0)
  }

  @inlinable
  func position(_ index: Int) -> Int { (head + index) & (capacity - 1) }

  @usableFromInline
  func grow() {
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
  }
}
