public import RxCore

/// An operator that subscribes to one source, and to a second sequence when that source emits or ends.
public struct LateOperator: Sendable, CustomStringConvertible {
  /// The event of the source after which the operator subscribes to the second sequence.
  public enum Trigger: Sendable {
    case next
    case error
    case completed
  }

  /// The name of the operator.
  public let description: String
  public let trigger: Trigger
  /// Applies the operator to the source and the second sequence.
  public let apply: @Sendable (_ source: Observable<Int>, _ second: Observable<Int>) -> Observable<Int>

  init(
    _ name: String, after trigger: Trigger,
    _ apply: @escaping @Sendable (_ source: Observable<Int>, _ second: Observable<Int>) -> Observable<Int>
  ) {
    description = name
    self.trigger = trigger
    self.apply = apply
  }

  /// All operators that subscribe to a second sequence later.
  public static let all = transforming + filtering + combining + errorHandling + traits
}
