/// One thing that two contenders did differently.
public struct Difference<Value: Equatable & Sendable>: Sendable {
  /// What kind of difference it is, and what was told. What the first contender did comes first.
  public enum Kind: Sendable {
    /// The first contender told it, the other did not.
    case missing(Recording<Value>.Entry)
    /// The other contender told it, the first did not.
    case extra(Recording<Value>.Entry)
    /// The two told a subscriber different things.
    case value(Recording<Value>.Entry, Recording<Value>.Entry)
    /// The two told the same at different times.
    case time(Recording<Value>.Entry, Recording<Value>.Entry)
    /// The two told the same in different places.
    case queue(Recording<Value>.Entry, Recording<Value>.Entry)
    /// The first contender told these two one after the other, the other contender the other way round.
    case order(Recording<Value>.Entry, Recording<Value>.Entry)
    /// The first contender could not take a step that the other took.
    case refusedByFirst(Recording<Value>.Refusal)
    /// The other contender could not take a step that the first took.
    case refusedByOther(Recording<Value>.Refusal)
  }

  /// The name of the contender with which others are compared.
  public let first: String

  /// The name of the other contender.
  public let other: String

  /// What kind of difference it is, and what was told.
  public let kind: Kind
}

extension Difference: CustomStringConvertible {
  /// The difference as a sentence.
  public var description: String {
    switch kind {
    case .missing(let entry): "\(first) tells \(entry.words) at tick \(entry.time), \(other) does not."
    case .extra(let entry): "\(other) tells \(entry.words) at tick \(entry.time), \(first) does not."
    case .value(let one, let two):
      "\(first) tells \(one.words) at tick \(one.time), \(other) tells \(two.event)\(two.time(unless: one.time))."
    case .time(let one, let two): "\(first) tells \(one.words) at tick \(one.time), \(other) at tick \(two.time)."
    case .queue(let one, let two):
      "\(first) tells \(one.words) at tick \(one.time) on \(one.place), \(other) on \(two.place)."
    case .order(let one, let two):
      "\(first) tells \(one.words) at tick \(one.time) before it tells \(two.words), \(other) after it."
    case .refusedByFirst(let refusal): sentence(refusal, by: first, but: other)
    case .refusedByOther(let refusal): sentence(refusal, by: other, but: first)
    }
  }

  private func sentence(_ refusal: Recording<Value>.Refusal, by one: String, but two: String) -> String {
    "\(one) cannot \(refusal.step) at tick \(refusal.time), because \(refusal.reason); \(two) can."
  }
}

extension Recording.Entry {
  /// Who was told what.
  fileprivate var words: String { "\"\(subscriber)\" \(event)" }

  fileprivate func time(unless other: TestTime) -> String { time == other ? "" : " at tick \(time)" }
}
