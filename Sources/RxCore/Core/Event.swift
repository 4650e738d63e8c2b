/// An event of a sequence. A sequence follows the grammar `next* (error | completed)?`.
///
/// Semantics: ReactiveX, the Observable contract.
@frozen
public enum Event<Element> {
  /// The next element.
  case next(Element)
  /// The sequence failed; nothing follows.
  case error(any Error)
  /// The sequence completed; nothing follows.
  case completed
}

extension Event: Sendable where Element: Sendable {}

extension Event: CustomDebugStringConvertible {
  /// A textual description of the event.
  public var debugDescription: String {
    switch self {
    case .next(let element): "next(\(element))"
    case .error(let error): "error(\(error))"
    case .completed: "completed"
    }
  }
}

extension Event {
  /// Whether the event is `.completed` or `.error`.
  public var isStopEvent: Bool {
    switch self {
    case .next: false
    case .error, .completed: true
    }
  }

  /// The element of a `.next`.
  public var element: Element? {
    if case .next(let element) = self { element } else { nil }
  }

  /// The error of an `.error`.
  public var error: (any Error)? {
    if case .error(let error) = self { error } else { nil }
  }

  /// Whether the event is `.completed`.
  public var isCompleted: Bool {
    if case .completed = self { true } else { false }
  }

  /// Returns the event with its element transformed. An error thrown by `transform` becomes an `.error` event.
  public func map<Result>(_ transform: (Element) throws -> Result) -> Event<Result> {
    do {
      switch self {
      case .next(let element): return .next(try transform(element))
      case .error(let error): return .error(error)
      case .completed: return .completed
      }
    } catch {
      return .error(error)
    }
  }
}

/// A type that can be converted to an ``Event``.
public protocol EventConvertible {
  /// The type of the event's element.
  associatedtype Element
  /// The event.
  var event: Event<Element> { get }
}

extension Event: EventConvertible {
  public var event: Event<Element> { self }
}
