import RxCore
import RxTesting
import Testing

/// Sources drawn as marbles, and the scheduler in whose time they emit. A frame is a second; the first is the time of the
/// subscription.
final class MarbleStage: @unchecked Sendable {  // Used on the thread that plays.
  let scheduler = TestScheduler(initialClock: 0)
  fileprivate var sources: [TestableObservable<Int>] = []

  /// A source that emits at its times to its current subscribers.
  func hot(_ marbles: String, error: any Error = MarbleError()) throws -> Observable<Int> {
    add(try scheduler.createHotObservable(marbles: marbles, error: error, scale: .stage))
  }

  /// A source that emits to each subscriber from the start.
  func cold(_ marbles: String, error: any Error = MarbleError()) throws -> Observable<Int> {
    add(try scheduler.createColdObservable(marbles: marbles, error: error, scale: .init(ticksPerFrame: 1)))
  }

  private func add(_ source: TestableObservable<Int>) -> Observable<Int> {
    sources.append(source)
    return source.asObservable()
  }
}

/// Subscribes at 200 to what `make` makes of the sources of a stage, until the end of the diagram `span` if there is one,
/// and plays everything. Nothing that was made meanwhile may be left over.
func play<Output>(
  _ span: String? = nil, file: StaticString = #fileID, line: UInt = #line,
  _ make: (MarbleStage) throws -> Observable<Output>
) throws -> Played<Output> {
  // All is done on this thread, so there is nothing to be patient for.
  try LeakTracker.run(patience: .seconds(0), file: file, line: line) { leaks in
    let stage = MarbleStage()
    leaks.track(stage.scheduler)
    let observable = try make(stage)
    for source in stage.sources { leaks.track(source) }
    let disposed = try span.map { try Subscription(marbles: $0, scale: .stage).unsubscribe }
    let observer = stage.scheduler.start(disposed: disposed ?? TestScheduler.Defaults.disposed) { observable }
    leaks.track(observer)
    return Played(events: observer.events, subscriptions: stage.sources.map(\.subscriptions))
  }
}

/// What was emitted, and from when to when each source was subscribed.
struct Played<Output> {
  let events: [Recorded<Event<Output>>]
  let subscriptions: [[Subscription]]
}

extension Played where Output: Equatable & LosslessStringConvertible {
  /// Expects these events, and these subscriptions of each source, in the order in which the sources were made.
  /// Signs without a value stand for themselves.
  func expect(
    _ marbles: String, _ spans: Spans..., values: [Character: Output] = [:], error: any Error = MarbleError(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let mismatch = events.mismatch(with: marbles, error: error, scale: .stage) { sign in
      try #require(values[sign] ?? Output(String(sign)), "The sign \(sign) has no value.")
    }
    if let mismatch { Issue.record("\(mismatch)", sourceLocation: sourceLocation) }
    #expect(subscriptions.count == spans.count, "There must be spans for each source.", sourceLocation: sourceLocation)
    for (number, (actual, expected)) in zip(subscriptions, spans).enumerated() {
      guard let mismatch = actual.mismatch(with: expected.marbles, scale: .stage) else { continue }
      Issue.record("Source \(number + 1): \(mismatch)", sourceLocation: sourceLocation)
    }
  }
}

/// The subscriptions of one source: a diagram for the only one, or a list.
struct Spans: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  let marbles: [String]

  init(stringLiteral marbles: String) { self.marbles = [marbles] }

  init(arrayLiteral marbles: String...) { self.marbles = marbles }
}

extension MarbleScale {
  /// A frame is a tick, and the first is when `start` subscribes.
  fileprivate static var stage: MarbleScale { .from(TestScheduler.Defaults.subscribed, tick: .seconds(1)) }
}
