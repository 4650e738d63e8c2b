public import RxCore

/// An element or an error that calls a closure in its deinit.
public final class ReleasedValue: Error, Equatable {
  public let number: Int
  private let onDeinit: @Sendable () -> Void

  public init(_ number: Int, onDeinit: @escaping @Sendable () -> Void = {}) {
    self.number = number
    self.onDeinit = onDeinit
  }

  deinit { onDeinit() }

  public static func == (one: ReleasedValue, other: ReleasedValue) -> Bool { one.number == other.number }
}

/// An operator that stores elements, or values made from them.
public struct KeepingOperator: Sendable, CustomStringConvertible {
  /// The name of the operator.
  public let description: String
  /// Applies the operator to a source and, if it needs one, to a scheduler.
  public let apply: @Sendable (Observable<ReleasedValue>, any SchedulerType) -> Observable<ReleasedValue>

  init(
    _ name: String,
    _ apply: @escaping @Sendable (Observable<ReleasedValue>, any SchedulerType) -> Observable<ReleasedValue>
  ) {
    description = name
    self.apply = apply
  }

  /// All operators that store elements.
  public static let all = transforming + filtering + combining + time + connecting
}
