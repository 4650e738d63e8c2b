/// Which subscribers receive the elements that a subject keeps.
enum ReplayPolicy {
  /// Those that subscribe before the end.
  case untilEnd
  /// All.
  case always
  /// All, but none before the completion: the elements are held until then, and dropped by an error.
  case atCompletion
}

/// The last elements of a subject, for later subscribers. Guarded by the subject's lock.
final class ReplayBuffer<Element> {
  private let limit: Int
  private let policy: ReplayPolicy

  // In unspecialised generic code, a queue, or even an optional, costs several look-ups of its type for each element. So most
  // subjects, which keep one element, have it in memory of its own.
  private let only: UnsafeMutablePointer<Element>?
  private var hasOnly = false
  private let elements = Queue<Element>()

  /// Makes a buffer for at most `limit` elements. The limit is positive.
  init(limit: Int, policy: ReplayPolicy) {
    self.limit = limit
    self.policy = policy
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

  /// Whether the element that is kept is the value of the subject.
  var isValue: Bool { policy == .untilEnd }

  /// Whether elements are held until the completion, instead of being emitted when they arrive.
  var holdsElements: Bool { policy == .atCompletion }

  /// The elements for an observer that subscribes in that phase, the oldest first.
  func elements(in phase: SubjectPhase) -> ContiguousArray<Element> {
    switch policy {
    case .untilEnd: phase.isOpen ? all : []
    case .always: all
    case .atCompletion: phase.isCompleted ? all : []
    }
  }

  /// The newest element.
  var newest: Element? {
    guard let only else { return elements.last }
    return hasOnly ? only.pointee : nil
  }

  private var all: ContiguousArray<Element> {
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
