public import RxCore
public import RxTesting
internal import XCTest

/// Asserts that the recorded events are these elements, in this order, at any times.
///
/// Fails if a completion or an error was recorded. May be called from any thread of a running test.
///
/// Semantics: RxTest, XCTAssertRecordedElements.
///
/// - Parameters:
///   - stream: the recorded events.
///   - elements: the expected elements.
///   - file: the file reported with a failure; by default the caller's.
///   - line: the line reported with a failure; by default the caller's.
public func XCTAssertRecordedElements<Element: Equatable>(
  _ stream: [Recorded<Event<Element>>], _ elements: [Element], file: StaticString = #filePath, line: UInt = #line
) {
  if let end = stream.first(where: \.value.isStopEvent) {
    XCTFail("The sequence has ended: \(end)", file: file, line: line)
  } else {
    XCTAssertEqual(stream.compactMap(\.value.element), elements, file: file, line: line)
  }
}
