/// The last elements of a subject, for later subscribers. Guarded by the subject's lock.
final class ReplayBuffer<Element> {
  private let limit: Int
  /// Whether subscribers after the end receive the elements as well.
  let outlivesEnd: Bool

  // In unspecialised generic code, a queue, or even an optional, costs several look-ups of its type for each element. So most
  // subjects, which keep one element, have it in memory of its own.
  private let only: UnsafeMutablePointer<Element>?
  private var hasOnly = false
  private let elements = Queue<Element>()

  /// Makes a buffer for at most `limit` elements. The limit is positive.
  init(limit: Int, outlivesEnd: Bool) {
    self.limit = limit
    self.outlivesEnd = outlivesEnd
    only = limit == 1 ? .allocate(capacity: 1) : nil
  }

  deinit {
    if hasOnly { only?.deinitialize(count: 1) }
    only?.deallocate()
  }

  /// Keeps `element`, and replaces it with the element that is dropped for it, if any: the caller releases that one without a
  /// lock.
  func keep(_ element: inout Element) {
    guard let only else {
      if elements.count < limit { return elements.append(element) }
      let dropped = elements.removeFirst()
      elements.append(element)
      element = dropped
      return
    }
    if hasOnly {
      swap(&only.pointee, &element)
    } else {
      only.initialize(to: element)
      hasOnly = true
    }
  }

  /// Whether nothing is kept.
  var isEmpty: Bool { only == nil ? elements.isEmpty : !hasOnly }

  /// The newest element.
  var newest: Element? {
    guard let only else { return elements.last }
    return hasOnly ? only.pointee : nil
  }

  /// All elements, the oldest first.
  var all: ContiguousArray<Element> {
    guard let only else { return elements.all }
    return hasOnly ? [only.pointee] : []
  }

  /// Removes and returns the elements, so that the caller can release them without a lock.
  func takeAll() -> ContiguousArray<Element> {
    let all = all
    elements.removeAll()
    if hasOnly, let only { only.deinitialize(count: 1) }
    hasOnly = false
    return all
  }
}
