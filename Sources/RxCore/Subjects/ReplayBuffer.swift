internal import DeliveryCore

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

  /// Whether the buffered element is the subject's current value.
  var isValue: Bool { self == .untilEnd }

  /// Whether elements are held until completion instead of being emitted on arrival.
  var holdsElements: Bool { self == .atCompletion }

  /// Whether an observer that subscribes in `phase` receives the elements.
  func replays(in phase: SubjectPhase) -> Bool {
    switch self {
    case .never: false
    case .untilEnd: phase.isOpen
    case .always: true
    case .atCompletion: phase.isCompleted
    }
  }
}

/// The newest elements of a subject. Guarded by the subject's lock.
struct ReplayBuffer<Element>: ~Copyable {
  private let limit: Int
  // Most subjects buffer a single element, for which a queue costs more memory and more metadata look-ups.
  private var latest = Latest<Element>()
  /// The elements, unless `limit` is 1.
  private let elements: Queue<Element>?

  /// Creates a buffer for at most `limit` elements; `limit` must be positive.
  init(limit: Int) {
    self.limit = limit
    elements = limit == 1 ? nil : Queue()
  }

  /// Adds `element` to the buffer. Returns the element that it drops, which the caller releases with no lock held, or
  /// `element` itself.
  ///
  /// Inlined, because a call would first look up the metadata of this type.
  @inline(__always)
  mutating func keep(_ element: Element) -> Element {
    guard let elements else { return latest.replace(with: element) }
    let dropped = elements.count < limit ? element : elements.removeFirst()
    elements.append(element)
    return dropped
  }

  /// The newest element.
  var newest: Element? {
    if let elements { return elements.last }
    return latest.isEmpty ? nil : latest.element
  }

  /// All elements, oldest first.
  var all: ContiguousArray<Element> {
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
