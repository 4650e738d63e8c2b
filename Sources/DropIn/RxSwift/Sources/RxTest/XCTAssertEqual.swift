public import RxCore
public import RxTesting
internal import XCTest

// XCTest's own `XCTAssertEqual` accepts these arrays too, except those of `SingleEvent`, which is not `Equatable`. These
// overloads have RxTest's signatures, for code that passes the functions themselves.

/// Asserts that two lists of recorded events are equal: the same events at the same times, in the same order.
///
/// Errors are compared as for ``RxCore/Event``. May be called from any thread of a running test.
///
/// Semantics: RxTest, XCTAssertEqual.
///
/// - Parameters:
///   - lhs: a list of recorded events.
///   - rhs: the list to compare it with.
///   - file: the file reported with a failure; by default the caller's.
///   - line: the line reported with a failure; by default the caller's.
public func XCTAssertEqual<Element: Equatable>(
  _ lhs: [Recorded<Event<Element>>], _ rhs: [Recorded<Event<Element>>],
  file: StaticString = #filePath, line: UInt = #line
) {
  assertEqual(lhs, rhs, file: file, line: line)
}

/// Asserts that two lists of events are equal.
///
/// Errors are compared as for ``RxCore/Event``. May be called from any thread of a running test.
///
/// Semantics: RxTest, XCTAssertEqual.
public func XCTAssertEqual<Element: Equatable>(
  _ lhs: [Event<Element>], _ rhs: [Event<Element>], file: StaticString = #filePath, line: UInt = #line
) {
  assertEqual(lhs, rhs, file: file, line: line)
}

/// Asserts that two lists of `Single` results are equal.
///
/// Errors are compared as for ``RxCore/Event``. May be called from any thread of a running test.
///
/// Semantics: RxTest, XCTAssertEqual.
public func XCTAssertEqual<Element: Equatable>(
  _ lhs: [SingleEvent<Element>], _ rhs: [SingleEvent<Element>], file: StaticString = #filePath, line: UInt = #line
) {
  assertEqual(lhs.map(\.asEvent), rhs.map(\.asEvent), file: file, line: line)
}

/// Asserts that two lists of `Maybe` events are equal.
///
/// Errors are compared as for ``RxCore/Event``. May be called from any thread of a running test.
///
/// Semantics: RxTest, XCTAssertEqual.
public func XCTAssertEqual<Element: Equatable>(
  _ lhs: [MaybeEvent<Element>], _ rhs: [MaybeEvent<Element>], file: StaticString = #filePath, line: UInt = #line
) {
  assertEqual(lhs, rhs, file: file, line: line)
}

/// Asserts that two lists of `Completable` events are equal.
///
/// Errors are compared as for ``RxCore/Event``. May be called from any thread of a running test.
///
/// Semantics: RxTest, XCTAssertEqual.
public func XCTAssertEqual(
  _ lhs: [CompletableEvent], _ rhs: [CompletableEvent], file: StaticString = #filePath, line: UInt = #line
) {
  assertEqual(lhs, rhs, file: file, line: line)
}

/// XCTest's function: inside the overloads above, its name would mean themselves.
private func assertEqual<Value: Equatable>(_ left: Value, _ right: Value, file: StaticString, line: UInt) {
  XCTAssertEqual(left, right, file: file, line: line)
}
