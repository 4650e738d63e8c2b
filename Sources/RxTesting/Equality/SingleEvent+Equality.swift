public import RxCore

// `Result` is `Equatable` only if its error type is, and `any Error` is not, so these are functions instead of a
// conformance.

/// Whether two results of a `Single` are equal: both succeeded with equal elements, or both failed with equal errors.
///
/// Errors are compared as for ``RxCore/Event``.
public func == <Element: Equatable>(left: SingleEvent<Element>, right: SingleEvent<Element>) -> Bool {
  left.asEvent == right.asEvent
}

/// Whether two results of a `Single` differ.
public func != <Element: Equatable>(left: SingleEvent<Element>, right: SingleEvent<Element>) -> Bool {
  !(left == right)
}

/// Whether two lists hold equal `Single` results, in the same order.
///
///     #expect(outcomes == [.success(1), .failure(TestError.timeout)])      // Swift Testing
///     XCTAssertTrue(outcomes == [.success(1), .failure(TestError.timeout)])  // XCTest
public func == <Element: Equatable>(left: [SingleEvent<Element>], right: [SingleEvent<Element>]) -> Bool {
  left.map(\.asEvent) == right.map(\.asEvent)
}

/// Whether two lists of results differ in a result, in order or in length.
public func != <Element: Equatable>(left: [SingleEvent<Element>], right: [SingleEvent<Element>]) -> Bool {
  !(left == right)
}

extension Result where Failure == any Error {
  /// The result as an event, which is `Equatable`: an element or an error.
  ///
  ///     XCTAssertEqual(outcomes.map(\.asEvent), [.next(1), .error(TestError.timeout)])
  public var asEvent: Event<Success> {
    switch self {
    case .success(let element): .next(element)
    case .failure(let error): .error(error)
    }
  }
}
