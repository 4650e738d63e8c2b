/// Which values an observer receives if its queue is slower than the sets.
public enum DeliveryPolicy: Sendable {
  /// Every value, in order. Values wait in memory until they are delivered.
  case every
  /// Only the newest value: at most one waits. The old value of a change is the one that the observer received last.
  case latest
}

/// Which values are equal for an observer that asks for distinct values. A value is compared with the last one that the
/// observer received.
public struct DuplicateFilter<Value>: Sendable {
  let isSame: @Sendable (_ old: Value, _ new: Value) -> Bool

  /// Values are the same if `isSame` returns `true`.
  public static func by(_ isSame: @escaping @Sendable (_ old: Value, _ new: Value) -> Bool) -> Self {
    Self(isSame: isSame)
  }
}

extension DuplicateFilter where Value: Equatable & SendableMetatype {
  /// Values are the same if they are equal.
  public static var byEquality: Self { Self { $0 == $1 } }
}
