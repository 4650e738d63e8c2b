/// What waits for its turn, first in, first out, each step in constant time on average.
struct Queue<Element> {
  private var elements: ContiguousArray<Element?> = []
  private var head = 0

  var isEmpty: Bool { head == elements.count }

  var count: Int { elements.count - head }

  /// All that wait, the oldest first.
  var all: ContiguousArray<Element> { ContiguousArray(elements[head...].lazy.compactMap { $0 }) }

  /// The newest, which stays.
  var last: Element? { isEmpty ? nil : elements[elements.count - 1] }

  /// The oldest, which stays.
  var first: Element? { isEmpty ? nil : elements[head] }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Takes out the oldest; the queue keeps no reference to it.
  mutating func popFirst() -> Element? {
    if isEmpty { return nil }
    let first = elements[head].take()
    head += 1
    if isEmpty {
      elements.removeAll(keepingCapacity: head <= 64)
      head = 0
    } else if head >= 64, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return first
  }
}
