import BindableKit
import RxCore
import RxTesting

/// Types into the search of each style, in virtual time, and finishes it.
///
/// The second query replaces the first during its pause, and the third replaces the second during its lookup. The
/// search is finished during the pause after the fourth.
@MainActor enum SearchExperiment {
  /// The results of one search.
  struct Result: Sendable, Equatable {
    /// The results that were shown.
    var shown: [[String]] = []
    /// When the second query's lookup was cancelled, in milliseconds; `nil` if it was not.
    var cancellation: Int?
    /// When the fourth query's lookup began.
    var lastLookup: Int?
    /// Whether the last results were shown when `finish()` returned.
    var isShownAfterFinish = false
    /// Whether the view received a completion.
    var isCompleted = false

    var endOfStaleLookup: String {
      guard let cancellation else { return "its answer" }
      return cancellation == 600 ? "next key" : "next lookup"
    }
    var isDrainedAtOnce: Bool { lastLookup == 2_100 }
    /// The sign that the last results were shown.
    var sign: String { isShownAfterFinish ? "delivered()" : isCompleted ? "onCompleted" : "unknown" }
  }

  static func run() async -> [Result] {
    [await runBindable(), await runRx(), await runBridged(), await runObservable()]
  }

  private static func runBindable() async -> Result {
    let (lookups, shown) = (Lookups(), Log<[String]>())
    let search = BindableSearch(clock: lookups.scheduler.virtualClock, find: lookups.words)
    let view = BindableSearchView(search.results) { shown.append($0) }
    defer { withExtendedLifetime(view) {} }
    return await run(
      lookups, type: { search.query.value = $0 }, shown: { shown.all.last ?? [] },
      finish: search.finish)
  }

  private static func runRx() async -> Result {
    let (lookups, shown, ends) = (Lookups(), Log<[String]>(), Log<Void>())
    let search = RxSearch(scheduler: lookups.scheduler, find: lookups.find)
    let view = RxSearchView(search.results) {
      shown.append($0)
    } end: {
      ends.append(())
    }
    defer { withExtendedLifetime(view) {} }
    var result = await run(
      lookups, type: { search.query.onNext($0) }, shown: { shown.all.last ?? [] },
      finish: { search.finish() })
    result.isCompleted = ends.all.count == 1
    return result
  }

  private static func runBridged() async -> Result {
    let (lookups, shown) = (Lookups(), Log<[String]>())
    let search = BridgedSearch(scheduler: lookups.scheduler, find: lookups.find)
    let view = BindableSearchView(search.results) { shown.append($0) }
    defer { withExtendedLifetime(view) {} }
    return await run(
      lookups, type: { search.query.value = $0 }, shown: { shown.all.last ?? [] },
      finish: search.finish)
  }

  private static func runObservable() async -> Result {
    let (lookups, shown) = (Lookups(), Log<[String]>())
    let search = ObservableSearch(clock: lookups.scheduler.virtualClock, find: lookups.words)
    let view = ObservableSearchView(search) { shown.append($0) }
    defer { withExtendedLifetime(view) {} }
    var result = await run(
      lookups, type: { search.query = $0 }, shown: { shown.all.last ?? [] },
      finish: search.finish)
    // A test may see it shown in time, but nothing waits for the view.
    result.isShownAfterFinish = false
    return result
  }

  private static func run(
    _ lookups: Lookups, type: (String) -> Void, shown: @escaping @MainActor () -> [String],
    finish: @escaping @MainActor () async -> Void
  ) async -> Result {
    var result = Result()
    func advance(to time: Int) async {
      await lookups.scheduler.advance(by: .milliseconds(time - lookups.scheduler.clock))
      if result.shown.last != shown() { result.shown.append(shown()) }
    }
    func press(_ query: String, at time: Int) async {
      await advance(to: time)
      type(query)
    }
    await press("w", at: 100)
    await press("wi", at: 200)
    await press("win", at: 600)
    await advance(to: 1_400)
    await press("wind", at: 2_000)
    await advance(to: 2_100)
    let finishing = Task {
      await finish()
      return shown() == ["wind"]
    }
    await advance(to: 2_800)
    result.isShownAfterFinish = await finishing.value
    result.cancellation = lookups.time(.cancellation, of: "wi")
    result.lastLookup = lookups.time(.begin, of: "wind")
    return result
  }
}
