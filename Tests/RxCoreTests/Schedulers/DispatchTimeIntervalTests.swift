import Dispatch
import TestSupport
import Testing

@testable import RxCore

@Suite("Spans of a dispatch timer")
struct DispatchTimeIntervalTests {
  private static let notPositive: [DispatchTimeInterval] = [
    .seconds(0), .nanoseconds(0), .nanoseconds(-1), .microseconds(-1), .milliseconds(.min), .seconds(.min),
    .nanoseconds(.min),
  ]
  private static let positive: [DispatchTimeInterval] = [
    .nanoseconds(1), .microseconds(1), .seconds(1), .seconds(.max), .nanoseconds(.max),
  ]

  @Test("a negative due time is zero; others do not change")
  func dueTime() {
    for span in Self.notPositive { #expect(span.asDueTime == .nanoseconds(0)) }
    for span in Self.positive + [.never] { #expect(span.asDueTime == span) }
  }

  @Test("a period of zero or less is a millisecond; others do not change")
  func period() {
    for span in Self.notPositive { #expect(span.asPeriod == .milliseconds(1)) }
    for span in Self.positive + [.never] { #expect(span.asPeriod == span) }
  }

  @Test("a negative leeway, or one of never, is zero; others do not change")
  func leeway() {
    for span in Self.notPositive + [.never] { #expect(span.asLeeway == .nanoseconds(0)) }
    for span in Self.positive { #expect(span.asLeeway == span) }
  }
}
