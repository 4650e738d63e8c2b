public import RxCore

/// An operator whose closure throws when it is called with the element 2.
public struct ThrowingOperator: Sendable, CustomStringConvertible {
  /// An error of such an operator.
  public enum Failure: Error {
    /// Thrown by the closure.
    case closure
    /// Emitted by the source of an operator whose closure is called with an error.
    case source
  }

  /// The name of the operator.
  public let description: String
  /// Applies the operator to a source and, if it needs one, to a companion.
  public let apply: @Sendable (_ source: Observable<Int>, _ companion: Observable<Int>) -> Observable<Int>

  init(
    _ name: String,
    _ apply: @escaping @Sendable (_ source: Observable<Int>, _ companion: Observable<Int>) -> Observable<Int>
  ) {
    description = name
    self.apply = apply
  }

  /// All operators with a closure that may throw.
  public static let all = transforming + filtering + combining + errorHandling + utility

  /// Returns `element`, or throws if it is 2.
  @Sendable static func failing(_ element: Int) throws -> Int {
    if element == 2 { throw Failure.closure }
    return element
  }
}
