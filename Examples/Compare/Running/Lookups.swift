import Dispatch
import RxCore
import RxTesting

/// Looks up words, which takes 500 milliseconds of virtual time, and logs what happens when.
final class Lookups: Sendable {
  enum Event { case begin, answer, cancellation }

  let scheduler = TestScheduler(initialClock: 0, resolution: 0.001, simulateProcessingDelay: false)
  private let events = Log<(event: Event, query: String, time: Int)>()

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
    log(.begin, query)
    do {
      try await scheduler.virtualClock.sleep(for: .milliseconds(500))
      log(.answer, query)
      return [query]
    } catch {
      log(.cancellation, query)
      return []
    }
  }

  private func log(_ event: Event, _ query: String) { events.append((event, query, scheduler.clock)) }
}
