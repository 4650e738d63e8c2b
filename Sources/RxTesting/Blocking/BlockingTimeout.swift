public import Dispatch
public import RxCore

/// Thrown when a ``BlockingObservable`` did not receive the requested elements in time.
///
///     toBlocking at SearchTests/SearchTests.swift:20 waited 10 seconds for the end of the sequence and received
///     2 elements: 1, 2. ...
public struct BlockingTimeout: Error, Equatable, Sendable {
  /// The location of the call to `toBlocking`, as `Module/File.swift:12`.
  public let location: String

  /// A description of the awaited elements or event.
  public let awaited: String

  /// How long the call waited.
  public let limit: RxTimeInterval

  /// The received elements, as text.
  public let arrived: [String]

  init<Element>(location: String, awaited: String, limit: RxTimeInterval, arrived: [Element]) {
    self.location = location
    self.awaited = awaited
    self.limit = limit
    self.arrived = arrived.map { String(describing: $0) }
  }
}

extension BlockingTimeout: CustomStringConvertible {
  /// The location, what was awaited and for how long, what was received, and advice.
  public var description: String {
    """
    toBlocking at \(location) waited \(limit.words) for \(awaited) and received \(news). \
    If the source needs the thread or queue that waits, it cannot continue: let it work on another scheduler, or await \
    `values` in an async test. If it only needs more time, pass a longer timeout.
    """
  }

  private var news: String {
    let shown = 10
    let rest = arrived.count > shown ? " and \(arrived.count - shown) more" : ""
    switch arrived.count {
    case 0: return "nothing"
    case 1: return "1 element: \(arrived[0])"
    default: return "\(arrived.count) elements: \(arrived.prefix(shown).joined(separator: ", "))\(rest)"
    }
  }
}

extension RxTimeInterval {
  fileprivate var words: String {
    func count(_ number: Int, _ unit: String) -> String { number == 1 ? "1 \(unit)" : "\(number) \(unit)s" }
    return switch self {
    case .seconds(let number): count(number, "second")
    case .milliseconds(let number): count(number, "millisecond")
    case .microseconds(let number): count(number, "microsecond")
    case .nanoseconds(let number): count(number, "nanosecond")
    default: "forever"
    }
  }
}
