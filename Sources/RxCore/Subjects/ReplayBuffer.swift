/// Which subscribers receive a subject's buffered elements.
enum ReplayPolicy {
  /// Subscribers that arrive before a terminal event.
  case untilEnd
  /// All subscribers.
  case always
  /// All subscribers, but only once the subject has completed. An error drops the elements.
  case atCompletion
}

/// The elements that a subject replays to new subscribers. Guarded by the subject's lock.
final class ReplayBuffer<Element> {
  private let limit: Int
  private let policy: ReplayPolicy

  // In unspecialised generic code a queue, or even an optional, costs several metadata look-ups per element. So a
  // single element, which is all that most subjects buffer, has its own allocation.
  private let only: UnsafeMutablePointer<Element>?
  private var hasOnly = false
  private let elements = Queue<Element>()

  /// Creates a buffer for at most `limit` elements; `limit` must be positive.
  init(limit: Int, policy: ReplayPolicy) {
    self.limit = limit
    self.policy = policy
    only = limit == 1 ? .allocate(capacity: 1) : nil
  }

  deinit {
    if hasOnly { only?.deinitialize(count: 1) }
    only?.deallocate()
  }

  /// Adds `element` to the buffer. If an older element is dropped, it is returned in `element`, and the caller releases
  /// it with no lock held.
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

  /// Whether the buffered element is the subject's current value.
  var isValue: Bool { policy == .untilEnd }

  /// Whether elements are held until completion instead of being emitted on arrival.
  var holdsElements: Bool { policy == .atCompletion }

  /// The elements to replay to an observer that subscribes in `phase`, oldest first.
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

  /// Removes and returns all elements, which the caller releases with no lock held.
  func takeAll() -> ContiguousArray<Element> {
    let all = all
    elements.removeAll()
    if hasOnly, let only { only.deinitialize(count: 1) }
    hasOnly = false
    return all
  }
}
