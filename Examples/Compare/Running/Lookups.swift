import Dispatch
import RxCore
import RxTesting

/// Looks up words, which takes 500 milliseconds of virtual time, and logs what happens when.
final class Lookups: Sendable {
  enum Event { case pause, begin, answer, cancellation }

  let scheduler = TestScheduler(initialClock: 0, resolution: 0.001, simulateProcessingDelay: false)
  private let events = Log<(event: Event, query: String, time: Int)>()

  func count(_ event: Event) -> Int { events.all.count { $0.event == event } }

  /// When the event first happened to the query's lookup, in milliseconds.
  func time(_ event: Event, of query: String) -> Int? {
    events.all.first { $0.event == event && $0.query == query }?.time
  }

  /// For operators.
  func find(_ query: String) -> Single<[String]> {
    Single<Int>.timer(.milliseconds(500), scheduler: scheduler)
      .map { _ in [query] }
      .do(
        onSuccess: { [self] _ in log(.answer, query) }, onSubscribed: { [self] in log(.begin, query) },
        onDispose: { [self] in if time(.answer, of: query) == nil { log(.cancellation, query) } })
  }

  /// For tasks. A cancelled lookup finds nothing.
  func words(_ query: String) async -> [String] {
    await withTaskCancellationHandler {
      do { return try await find(query).value } catch { return [] }
    } onCancel: {
      // Logged here, too: the subscription is disposed later if another thread has not yet returned from `subscribe`.
      log(.cancellation, query)
    }
  }

  /// For tasks. Throws when the task is cancelled.
  func sleep(_ duration: Duration) async throws {
    let time = Int(duration / .milliseconds(1))
    _ = try await Single<Int>.timer(.milliseconds(time), scheduler: scheduler)
      .do(onSubscribed: { [self] in log(.pause, "") }).value
    // The pause may have ended before a cancellation took effect.
    try Task.checkCancellation()
  }

  private func log(_ event: Event, _ query: String) { events.append((event, query, scheduler.clock)) }
}
