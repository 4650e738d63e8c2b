/// From when to when, in virtual time, an observer was subscribed.
public struct Subscription: Hashable, Sendable {
  /// When the subscription began, in ticks.
  public let subscribe: TestTime

  /// When it was disposed, in ticks; `Int.max` if it was not.
  public let unsubscribe: TestTime

  /// Makes a subscription.
  ///
  /// - Parameters:
  ///   - subscribe: when it began, in ticks.
  ///   - unsubscribe: when it was disposed; without it, it was not.
  public init(_ subscribe: TestTime, _ unsubscribe: TestTime = .max) {
    self.subscribe = subscribe
    self.unsubscribe = unsubscribe
  }
}

extension Subscription: CustomDebugStringConvertible {
  /// The span, as `(200 : 500)`, or `(200 : Infinity)` if the subscription was not disposed.
  public var debugDescription: String {
    "(\(subscribe) : \(unsubscribe == .max ? "Infinity" : "\(unsubscribe)"))"
  }
}
