/// Which values an observer receives if it cannot keep up.
public enum DeliveryPolicy: Sendable {
  /// Every value, in order. Pending values are kept in memory.
  case every
  /// Only the newest value: at most one value is pending. Applies to an observer that names a queue or belongs to an
  /// actor; the pending value is the newest one that the Bindable has passed to it. With `observeChanges`, the old value
  /// is the last one that the observer received.
  case latest
}

/// Decides which values an observer skips as duplicates. Each value is compared with the last one that the observer
/// received or, if there is none, with the value at registration.
public struct DuplicateFilter<Value>: Sendable {
  let isSame: @Sendable (_ old: Value, _ new: Value) -> Bool

  /// Skips a value if `isSame` returns `true`.
  public static func by(_ isSame: @escaping @Sendable (_ old: Value, _ new: Value) -> Bool) -> Self {
    Self(isSame: isSame)
  }
}

extension DuplicateFilter where Value: Equatable & SendableMetatype {
  /// Skips a value that equals the last one.
  public static var byEquality: Self { Self { $0 == $1 } }
}
