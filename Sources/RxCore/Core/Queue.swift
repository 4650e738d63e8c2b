/// What waits for its turn, first in, first out, each step in constant time on average. It lets go of what it hands out.
///
/// A ring in memory of its own: in unspecialised generic code an array of elements, or of optional ones, costs several
/// look-ups of its type at each step.
final class Queue<Element> {
  private var ring: UnsafeMutablePointer<Element>?
  /// A power of two, once there is room at all.
  private var capacity = 0
  private var head = 0
  private(set) var count = 0

  /// Whether nothing waits.
  var isEmpty: Bool { count == 0 }

  deinit { removeAll() }

  /// All that wait, the oldest first.
  var all: ContiguousArray<Element> {
    guard let ring else { return [] }
    return ContiguousArray((0..<count).lazy.map { ring[self.position($0)] })
  }

  /// The newest, which stays.
  var last: Element? {
    guard let ring, count > 0 else { return nil }
    return ring[position(count - 1)]
  }

  /// The oldest, which stays.
  var first: Element? {
    guard let ring, count > 0 else { return nil }
    return ring[head]
  }

  /// Puts `element` behind all others.
  func append(_ element: Element) {
    let ring = roomForOneMore()
    (ring + position(count)).initialize(to: element)
    count += 1
  }

  /// Takes out the oldest, if any.
  func popFirst() -> Element? { isEmpty ? nil : removeFirst() }

  /// Takes out the oldest, which is there.
  func removeFirst() -> Element {
    guard let ring, count > 0 else { preconditionFailure("removeFirst() on an empty queue.") }
    let first = (ring + head).move()
    count -= 1
    head = count == 0 ? 0 : (head + 1) & (capacity - 1)
    if count == 0, capacity > 64 { removeAll() }
    return first
  }

  /// Lets go of all, and of the memory.
  func removeAll() {
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
