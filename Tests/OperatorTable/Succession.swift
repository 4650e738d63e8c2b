public import RxCore

/// An operator that continues with a second source when the first one has ended.
public struct Succession: Sendable, CustomStringConvertible {
  /// How the first source ends. It emits no element before.
  public enum End: Sendable {
    case completion
    case error
  }

  /// The name of the operator.
  public let description: String
  public let end: End
  /// Combines the first source, which a closure keeps alive, and the second.
  public let apply: @Sendable (_ first: Observable<Int>, _ second: Observable<Int>) -> Observable<Int>

  init(
    _ name: String, after end: End, _ apply: @escaping @Sendable (Observable<Int>, Observable<Int>) -> Observable<Int>
  ) {
    description = name
    self.end = end
    self.apply = apply
  }

  /// All operators that continue with a second source.
  public static let all = transforming + filtering + combining + errorHandling + traits
}
