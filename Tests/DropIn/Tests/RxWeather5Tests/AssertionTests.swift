import RxSwift
import RxTest
import XCTest

private struct WeatherError: Error { let code: Int }

final class AssertionTests: XCTestCase {
  private let rain: [Event<Int>] = [.next(1), .error(WeatherError(code: 1))]

  func testEqualEvents() {
    XCTAssertEqual(rain, [.next(1), .error(WeatherError(code: 1))])
    XCTAssertEqual(rain.map { Recorded(time: 10, value: $0) }, [.next(10, 1), .error(10, WeatherError(code: 1))])
    let optional: [Recorded<Event<Int?>>] = [.next(10, nil), .completed(20)]
    XCTAssertEqual(optional, [.next(10, nil), .completed(20)])
    XCTAssertEqual(
      [SingleEvent.success(1), .failure(WeatherError(code: 1))], [.success(1), .failure(WeatherError(code: 1))])
    XCTAssertEqual([MaybeEvent.success(1), .completed], [.success(1), .completed])
    XCTAssertEqual(
      [CompletableEvent.completed, .error(WeatherError(code: 1))], [.completed, .error(WeatherError(code: 1))])
    XCTAssertRecordedElements([.next(10, "a"), .next(20, "b")], ["a", "b"])
    XCTAssertEqual(rain, rain, "XCTest's own function, with a message")
  }

  func testTheFunctionsAsValues() {
    let compare: ([Recorded<Event<Int>>], [Recorded<Event<Int>>], StaticString, UInt) -> Void = XCTAssertEqual
    compare([.next(10, 1)], [.next(10, 1)], #filePath, #line)
  }

  #if os(Linux)
    private var failures: [(message: String, line: Int)]?

    // XCTest for Linux has no way to expect a failure.
    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      guard failures != nil else {
        return super.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
      failures?.append((description, lineNumber))
    }

    private func assertFails(_ part: String, line: UInt = #line, _ assertion: () -> Void) {
      failures = []
      assertion()
      let found = failures ?? []
      failures = nil
      XCTAssertEqual(found.count, 1, line: line)
      XCTAssertTrue(found.allSatisfy { $0.message.contains(part) }, "\(found)", line: line)
      XCTAssertTrue(found.allSatisfy { $0.line == line }, "\(found)", line: line)
    }

    func testUnequalEvents() {
      let drizzle = WeatherError(code: 2)
      assertFails("next(1)") { XCTAssertEqual(rain, [.next(1)]) }
      assertFails("next(1) @ 20") { XCTAssertEqual([Recorded.next(10, 1)], [.next(20, 1)]) }
      assertFails("code: 2") { XCTAssertEqual(rain, [.next(1), .error(drizzle)]) }
      assertFails("success") { XCTAssertEqual([MaybeEvent.success(1)], [.completed]) }
      assertFails("code: 2") { XCTAssertEqual([SingleEvent<Int>.failure(drizzle)], [.success(1)]) }
      assertFails("code: 2") { XCTAssertEqual([CompletableEvent.completed], [.error(drizzle)]) }
      assertFails("[\"a\"]") { XCTAssertRecordedElements([.next(10, "a")], ["b"]) }
      assertFails("ended: completed @ 20") { XCTAssertRecordedElements([.next(10, "a"), .completed(20)], ["a"]) }
    }
  #endif
}
