import RxTesting

/// One difference between two contenders.
public struct Difference<Value: Equatable & Sendable>: Sendable {
  /// The kinds of differences, with the events or steps in question. The first contender's events come first.
  public enum Kind: Sendable {
    /// The first contender delivered an event that the other did not.
    case missing(Recording<Value>.Entry)
    /// The other contender delivered an event that the first did not.
    case extra(Recording<Value>.Entry)
    /// The contenders delivered different events to a subscriber.
    case value(Recording<Value>.Entry, Recording<Value>.Entry)
    /// The contenders delivered an event at different times.
    case time(Recording<Value>.Entry, Recording<Value>.Entry)
    /// The contenders delivered an event on different threads or queues.
    case queue(Recording<Value>.Entry, Recording<Value>.Entry)
    /// The first contender delivered these two events in this order, and the other in the opposite order.
    case order(Recording<Value>.Entry, Recording<Value>.Entry)
    /// The first contender did not take a step that the other took.
    case refusedByFirst(Recording<Value>.SkippedStep)
    /// The other contender did not take a step that the first took.
    case refusedByOther(Recording<Value>.SkippedStep)
  }

  /// The name of the contender with which the others are compared.
  public let first: String

  /// The name of the other contender.
  public let other: String

  /// The kind of the difference, with the events or the step in question.
  public let kind: Kind
}

extension Difference: CustomStringConvertible {
  /// The difference as a sentence.
  public var description: String {
    switch kind {
    case .missing(let entry): "\(first) delivers \(entry.words) at tick \(entry.time), \(other) does not."
    case .extra(let entry): "\(other) delivers \(entry.words) at tick \(entry.time), \(first) does not."
    case .value(let one, let two):
      "\(first) delivers \(one.words) at tick \(one.time), \(other) delivers \(two.text)\(two.time(unless: one.time))"
        + one.difference(from: two) + "."
    case .time(let one, let two): "\(first) delivers \(one.words) at tick \(one.time), \(other) at tick \(two.time)."
    case .queue(let one, let two):
      "\(first) delivers \(one.words) at tick \(one.time) on \(one.context), \(other) on \(two.context)."
    case .order(let one, let two):
      "\(first) delivers \(one.words) at tick \(one.time) before \(two.words), \(other) after it."
    case .refusedByFirst(let refusal): sentence(refusal, by: first, but: other)
    case .refusedByOther(let refusal): sentence(refusal, by: other, but: first)
    }
  }

  private func sentence(_ refusal: Recording<Value>.SkippedStep, by one: String, but two: String) -> String {
    "\(one) cannot \(refusal.step.escapingControls) at tick \(refusal.time), because "
      + "\(refusal.reason.escapingControls); \(two) can."
  }
}

extension Recording.Entry {
  /// The event and the subscriber.
  fileprivate var words: String { "\(text) to \"\(subscriber)\"" }

  /// The event on one line.
  fileprivate var text: String { "\(event)".escapingControls }

  /// Explains the difference between two events if their texts do not show it.
  fileprivate func difference(from other: Recording.Entry) -> String {
    if let details = event.errorDetails(comparedWith: other.event) { return ": \(details)" }
    return text == other.text ? ", which reads the same but is not equal" : ""
  }

  fileprivate func time(unless other: TestTime) -> String { time == other ? "" : " at tick \(time)" }
}
