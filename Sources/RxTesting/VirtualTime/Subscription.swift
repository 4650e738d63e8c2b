/// From when to when, in virtual time, an observer was subscribed.
public struct Subscription: Hashable, Sendable {
  /// When it was subscribed, in ticks.
  public let subscribe: TestTime

  /// When it was disposed, or was told of the end, in ticks; `Int.max` if it still is subscribed.
  public let unsubscribe: TestTime

  /// A subscription that began at `subscribe` and ended at `unsubscribe`; without the second it has not ended.
  public init(_ subscribe: TestTime, _ unsubscribe: TestTime = .max) {
    self.subscribe = subscribe
    self.unsubscribe = unsubscribe
  }
}

extension Subscription: CustomDebugStringConvertible {
  /// The span, as `(200 : 500)`, or `(200 : Infinity)` if it has not ended.
  public var debugDescription: String {
    "(\(subscribe) : \(unsubscribe == .max ? "Infinity" : "\(unsubscribe)"))"
  }
}
