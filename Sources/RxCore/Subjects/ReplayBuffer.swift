/// The last elements of a subject, for those who come later. Guarded by the subject's lock.
final class ReplayBuffer<Element> {
  private let limit: Int
  /// Whether those who come after the end get the elements too.
  let outlivesEnd: Bool

  // In unspecialised generic code a queue, and even an optional, costs several look-ups of its type for each element. So
  // the one element that most subjects keep lies by itself.
  private let only: UnsafeMutablePointer<Element>?
  private var hasOnly = false
  private let elements = Queue<Element>()

  /// Makes a buffer for at most `limit` elements, which is more than none.
  init(limit: Int, outlivesEnd: Bool) {
    self.limit = limit
    self.outlivesEnd = outlivesEnd
    only = limit == 1 ? .allocate(capacity: 1) : nil
  }

  deinit {
    if hasOnly { only?.deinitialize(count: 1) }
    only?.deallocate()
  }

  /// Keeps `element`, and puts in its place what has to go for it, which the caller frees without a lock.
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

  /// Hands over the elements and keeps none, so that they can be freed without a lock.
  func takeAll() -> ContiguousArray<Element> {
    let all = all
    elements.removeAll()
    if hasOnly, let only { only.deinitialize(count: 1) }
    hasOnly = false
    return all
  }
}
