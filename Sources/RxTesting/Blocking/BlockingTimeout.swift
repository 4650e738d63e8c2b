public import Dispatch
public import RxCore

/// That a sequence did not send in time what a ``BlockingObservable`` waited for.
///
///     toBlocking waited 10 seconds for the end of the sequence; until then 2 elements had come: 1, 2. ...
public struct BlockingTimeout: Error, Equatable, Sendable {
  /// What was waited for.
  public let awaited: String

  /// For how long.
  public let limit: RxTimeInterval

  /// The elements that had come until then, as text.
  public let arrived: [String]

  init<Element>(awaited: String, limit: RxTimeInterval, arrived: [Element]) {
    self.awaited = awaited
    self.limit = limit
    self.arrived = arrived.map { String(describing: $0) }
  }
}

extension BlockingTimeout: CustomStringConvertible {
  /// What was awaited, for how long, what had come, and what to do.
  public var description: String {
    """
    toBlocking waited \(limit.words) for \(awaited); until then \(news). \
    If the source needs the thread or queue that waits, it cannot go on: let it work on another scheduler, or await \
    `values` in an async test; the main queue can be run with MainQueue.run(until:). If it only needs longer, pass a \
    longer timeout.
    """
  }

  private var news: String {
    let shown = 10
    let rest = arrived.count > shown ? " and \(arrived.count - shown) more" : ""
    switch arrived.count {
    case 0: return "nothing had come"
    case 1: return "one element had come: \(arrived[0])"
    default: return "\(arrived.count) elements had come: \(arrived.prefix(shown).joined(separator: ", "))\(rest)"
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
