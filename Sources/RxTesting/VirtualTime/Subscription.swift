/// The span of virtual time during which an observer was subscribed.
public struct Subscription: Hashable, Sendable {
  /// When the subscription began, in ticks.
  public let subscribe: TestTime

  /// When the subscription was disposed, in ticks; `Int.max` if it was not.
  public let unsubscribe: TestTime

  /// Creates a subscription.
  ///
  /// - Parameters:
  ///   - subscribe: when it began, in ticks.
  ///   - unsubscribe: when it was disposed, in ticks; by default it was not.
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
