import RxCore
import RxTesting
import Testing

@Suite("Recorded, Subscription and the equality of events")
struct RecordedTests {
  private struct Plain: Error { let number: Int }

  @Test("events are equal if they are of the same kind and carry equal elements or errors")
  func equality() {
    let all: [Recorded<Event<Int>>] = [
      .next(1, 1), .next(1, 2), .next(2, 1), .completed(1), .error(1, RxError.timeout), .error(1, RxError.noElements),
      .error(1, Plain(number: 1)), .error(1, Plain(number: 2)),
    ]
    for (index, one) in all.enumerated() { #expect(all.firstIndex(of: one) == index) }
  }

  @Test("records and subscriptions have descriptions")
  func descriptions() {
    #expect("\(Recorded<Event<Int>>.next(210, 1))" == "next(1) @ 210")
    #expect("\(Subscription(200, 500))" == "(200 : 500)")
    #expect("\(Subscription(200))" == "(200 : Infinity)")
  }
}
