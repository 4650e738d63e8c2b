import BindableKit
import Dispatch
import RxCore
import RxTesting
import Synchronization

/// Types three queries into the search of each approach, in virtual time. The second query replaces the first during
/// the pause for which the search waits, and the third replaces the second during its lookup.
@MainActor
enum SearchExperiment {
  /// The result of one search.
  struct Result: Sendable, Equatable {
    /// The results that were seen after the steps, without consecutive duplicates.
    var shown: [[String]] = []
    var lookups = 0
    /// How many of the lookups returned an answer, including answers that were not shown.
    var answers = 0
  }

  static func run() async -> [Result] {
    var results = [await runBindable(), await runRx(), await runBridged()]
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { results.append(await runObservable()) }
    return results
  }

  /// Looks up words, which takes 500 milliseconds of virtual time.
  private final class Dictionary: Sendable {
    let scheduler = TestScheduler(initialClock: 0, resolution: 0.001, simulateProcessingDelay: false)
    private let pauseCount = Atomic(0)
    private let lookupCount = Atomic(0)
    private let answerCount = Atomic(0)

    var pauses: Int { pauseCount.load(ordering: .sequentiallyConsistent) }
    var lookups: Int { lookupCount.load(ordering: .sequentiallyConsistent) }
    var answers: Int { answerCount.load(ordering: .sequentiallyConsistent) }

    func find(_ query: String) -> Single<[String]> {
      timer(.milliseconds(500)).map { _ in [query] }.do(
        onSuccess: { [self] _ in answerCount.add(1, ordering: .sequentiallyConsistent) },
        onSubscribed: { [self] in lookupCount.add(1, ordering: .sequentiallyConsistent) })
    }

    func pause(_ duration: Duration) -> Single<Int> {
      timer(duration).do(onSubscribed: { [self] in pauseCount.add(1, ordering: .sequentiallyConsistent) })
    }

    private func timer(_ duration: Duration) -> Single<Int> {
      .timer(.milliseconds(Int(duration / .milliseconds(1))), scheduler: scheduler)
    }
  }

  private static func until(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
  }

  private static func run(
    _ dictionary: Dictionary, type: (String) async -> Void, results: () -> [String]
  ) async -> Result {
    var result = Result()
    func advance(to time: Int, until condition: () -> Bool = { true }) async {
      dictionary.scheduler.advanceTo(time)
      await until(condition)
      if result.shown.last != results() { result.shown.append(results()) }
    }
    await advance(to: 100)
    await type("w")
    await advance(to: 200)
    await type("wi")
    await advance(to: 500) { dictionary.lookups == 1 }
    await advance(to: 600)
    await type("win")
    await advance(to: 900) { dictionary.lookups == 2 }
    await advance(to: 1_000)
    await advance(to: 1_400) { results() == ["win"] }
    result.lookups = dictionary.lookups
    result.answers = dictionary.answers
    return result
  }

  private static func runBindable() async -> Result {
    let (dictionary, bag) = (Dictionary(), DisposeBag())
    let search = BindableSearch(
      after: { pause, action in dictionary.pause(pause).subscribe(onSuccess: { _ in action() }).disposed(by: bag) },
      find: { query, answer in dictionary.find(query).subscribe(onSuccess: answer).disposed(by: bag) })
    return await run(dictionary, type: { search.query.value = $0 }, results: { search.results.value })
  }

  private static func runRx() async -> Result {
    let (dictionary, bag) = (Dictionary(), DisposeBag())
    let search = RxSearch(scheduler: dictionary.scheduler, find: dictionary.find)
    let shown = BehaviorRelay<[String]>(value: [])
    search.results.bind(to: shown).disposed(by: bag)
    return await run(dictionary, type: { search.query.onNext($0) }, results: { shown.value })
  }

  private static func runBridged() async -> Result {
    let dictionary = Dictionary()
    let search = BridgedSearch(scheduler: dictionary.scheduler, find: dictionary.find)
    return await run(dictionary, type: { search.query.value = $0 }, results: { search.results.value })
  }

  private static func runObservable() async -> Result {
    let dictionary = Dictionary()
    let search = ObservableSearch(
      sleep: { pause in _ = try await dictionary.pause(pause).value },
      find: { query in try await dictionary.find(query).value })
    func type(_ query: String) async {
      let pauses = dictionary.pauses
      search.query = query
      await until { dictionary.pauses > pauses }
    }
    return await run(dictionary, type: type, results: { search.results })
  }
}
