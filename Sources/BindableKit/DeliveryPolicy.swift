/// What an observer sees whose queue is slower than the sets.
public enum DeliveryPolicy: Sendable {
  /// Every value, in order. Values wait in memory until the queue has taken them.
  case every
  /// The newest value only: at most one waits. The old value of a change is the one that the observer got last.
  case latest
}

/// Which values count as equal for an observer that asks for real changes only. A value is compared with the last one that
/// the observer got.
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
