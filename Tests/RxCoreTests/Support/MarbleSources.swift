import RxCore
import RxTesting
import Testing

/// Sources made from marble diagrams, and their test scheduler. A frame is a second, and the first frame is the
/// subscription time.
final class MarbleSources: @unchecked Sendable {  // Used on one thread.
  let scheduler = TestScheduler(initialClock: 0)
  fileprivate var sources: [TestableObservable<Int>] = []

  /// A hot source, which emits to its current subscribers.
  func hot(_ marbles: String, error: any Error = MarbleError()) throws -> Observable<Int> {
    add(try scheduler.createHotObservable(marbles: marbles, error: error, scale: .fromSubscription))
  }

  /// A cold source, which emits all its events to each subscriber.
  func cold(_ marbles: String, error: any Error = MarbleError()) throws -> Observable<Int> {
    add(try scheduler.createColdObservable(marbles: marbles, error: error, scale: .init(ticksPerFrame: 1)))
  }

  private func add(_ source: TestableObservable<Int>) -> Observable<Int> {
    sources.append(source)
    return source.asObservable()
  }
}

/// Runs the scheduler, subscribing at 200 to the sequence that `make` returns and disposing at the end of the diagram
/// `span`, or at the scheduler's default time without one. The test fails if the scheduler, a source or the observer
/// leaks.
func play<Output>(
  _ span: String? = nil, file: StaticString = #fileID, line: UInt = #line,
  _ make: (MarbleSources) throws -> Observable<Output>
) throws -> MarbleResult<Output> {
  // Everything runs on this thread, so there is nothing to wait for.
  try LeakTracker.run(timeout: .seconds(0), file: file, line: line) { leaks in
    let marbles = MarbleSources()
    leaks.track(marbles.scheduler)
    let observable = try make(marbles)
    for source in marbles.sources { leaks.track(source) }
    let disposed = try span.map { try Subscription(marbles: $0, scale: .fromSubscription).unsubscribe }
    let observer = marbles.scheduler.start(disposed: disposed ?? TestScheduler.Defaults.disposed) { observable }
    leaks.track(observer)
    return MarbleResult(events: observer.events, subscriptions: marbles.sources.map(\.subscriptions))
  }
}

/// The emitted events, and the subscription times of each source.
struct MarbleResult<Output> {
  let events: [Recorded<Event<Output>>]
  let subscriptions: [[Subscription]]
}

extension MarbleResult where Output: Equatable & LosslessStringConvertible {
  /// Expects these events, and these subscriptions of each source, in the order in which the sources were made. A
  /// symbol without an entry in `values` is converted to an element.
  func expect(
    _ marbles: String, _ spans: Spans..., values: [Character: Output] = [:], error: any Error = MarbleError(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let mismatch = events.mismatch(with: marbles, error: error, scale: .fromSubscription) { sign in
      try #require(values[sign] ?? Output(String(sign)), "The symbol \(sign) has no value.")
    }
    if let mismatch { Issue.record("\(mismatch)", sourceLocation: sourceLocation) }
    #expect(
      subscriptions.count == spans.count, "Each source needs an argument with its subscriptions.",
      sourceLocation: sourceLocation)
    for (number, (actual, expected)) in zip(subscriptions, spans).enumerated() {
      guard let mismatch = actual.mismatch(with: expected.marbles, scale: .fromSubscription) else { continue }
      Issue.record("Source \(number + 1): \(mismatch)", sourceLocation: sourceLocation)
    }
  }
}

/// The subscriptions of one source: one diagram, or an array of diagrams.
struct Spans: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  let marbles: [String]

  init(stringLiteral marbles: String) { self.marbles = [marbles] }

  init(arrayLiteral marbles: String...) { self.marbles = marbles }
}

extension MarbleScale {
  /// A frame is a tick. The first frame is the time at which `start` subscribes.
  fileprivate static var fromSubscription: MarbleScale { .from(TestScheduler.Defaults.subscribed, tick: .seconds(1)) }
}
