/// Which subscribers receive a subject's buffered elements.
enum ReplayPolicy {
  /// None. Nothing is buffered.
  case never
  /// Subscribers that arrive before a terminal event.
  case untilEnd
  /// All subscribers.
  case always
  /// All subscribers, but only once the subject has completed. An error drops the elements.
  case atCompletion
}

/// The elements that a subject replays to new subscribers. Guarded by the subject's lock.
struct ReplayBuffer<Element>: ~Copyable {
  // Members used for each element are inlined, because calling one would first look up this type's metadata.

  private let limit: Int
  private let policy: ReplayPolicy
  // Most subjects buffer a single element, for which a queue would cost more memory and more metadata look-ups.
  private var latest = Latest<Element>()
  /// The elements, unless `limit` is 1.
  private let elements: Queue<Element>?

  /// Creates a buffer for at most `limit` elements; `limit` must be positive.
  init(limit: Int = 1, policy: ReplayPolicy) {
    self.limit = limit
    self.policy = policy
    elements = limit == 1 ? nil : Queue()
  }

  /// Adds `element` to the buffer. If an older element is dropped, it is returned in `element`, and the caller releases
  /// it with no lock held.
  @inline(__always)
  mutating func keep(_ element: inout Element) {
    guard let elements else { return latest.replace(with: &element) }
    if elements.count < limit { return elements.append(element) }
    let dropped = elements.removeFirst()
    elements.append(element)
    element = dropped
  }

  /// Whether nothing is buffered.
  @inline(__always)
  var keepsNothing: Bool { policy == .never }

  /// Whether the buffered element is the subject's current value.
  @inline(__always)
  var isValue: Bool { policy == .untilEnd }

  /// Whether elements are held until completion instead of being emitted on arrival.
  @inline(__always)
  var holdsElements: Bool { policy == .atCompletion }

  /// The elements to replay to an observer that subscribes in `phase`, oldest first.
  func elements(in phase: SubjectPhase) -> ContiguousArray<Element> {
    switch policy {
    case .never: []
    case .untilEnd: phase.isOpen ? all : []
    case .always: all
    case .atCompletion: phase.isCompleted ? all : []
    }
  }

  /// The newest element.
  var newest: Element? {
    if let elements { return elements.last }
    return latest.isEmpty ? nil : latest.element
  }

  private var all: ContiguousArray<Element> {
    if let elements { return elements.all }
    return latest.isEmpty ? [] : [latest.element]
  }

  /// Removes and returns all elements, which the caller releases with no lock held.
  mutating func takeAll() -> ContiguousArray<Element> {
    let all = all
    elements?.removeAll()
    latest.removeElement()
    return all
  }
}
