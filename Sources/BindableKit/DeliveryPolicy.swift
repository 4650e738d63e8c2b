/// What a queue that is slower than its setter gets to see.
public enum DeliveryPolicy: Sendable {
  /// Every value, in order; values wait in memory until the queue has taken them.
  case every
  /// The newest value only: at most one waits. The old value of a merged change is the one that was delivered last.
  case latest
}

/// Which values count as the same for an observer that wants to hear of real changes only.
public struct Distinctness<Value>: Sendable {
  let isSame: @Sendable (_ old: Value, _ new: Value) -> Bool

  /// Values are the same when `isSame` says so.
  public static func by(_ isSame: @escaping @Sendable (_ old: Value, _ new: Value) -> Bool) -> Self {
    Self(isSame: isSame)
  }
}

extension Distinctness where Value: Equatable & SendableMetatype {
  /// Values are the same when they are equal.
  public static var byEquality: Self { Self(isSame: ==) }
}
