import Dispatch
import RxCore
import RxTesting
import Testing

/// Searches when the user pauses typing, and shows the result of the last query.
final class SearchViewModel: Sendable {
  let query = PublishSubject<String>()
  let results: Observable<[String]>

  init(search: @escaping @Sendable (String) -> Observable<[String]>, scheduler: any SchedulerType) {
    results =
      query
      .debounce(.milliseconds(300), scheduler: scheduler)
      .distinctUntilChanged()
      .flatMapLatest { text in search(text).catchAndReturn(["nothing found"]) }
  }
}

@Suite("A debounced search")
struct SearchViewModelTests {
  // A character of a diagram is 100 milliseconds.
  private let scheduler = TestScheduler(initialClock: 0, resolution: 0.1, simulateProcessingDelay: false)

  @Test("searches when the typing pauses, and drops the answer to an older query")
  func search() throws {
    let typed = ["a": "s", "b": "sw", "c": "swi", "d": "x"] as [Character: String]
    let keys = try scheduler.createHotObservable(marbles: "a-b----c-------d", values: typed)
    let answers = [
      "sw": try scheduler.createColdObservable(marbles: "------1|", values: ["1": ["swap"]]),
      "swi": try scheduler.createColdObservable(marbles: "-2|", values: ["2": ["swift"]]),
      "x": try scheduler.createColdObservable(marbles: "-#", values: [:]),
    ]
    let model = SearchViewModel(search: { text in answers[text]?.asObservable() ?? .never() }, scheduler: scheduler)
    let shown = scheduler.record(model.results)
    _ = keys.subscribe(model.query)

    scheduler.start()

    try shown.events.expect("-----------2-------x", values: ["2": ["swift"], "x": ["nothing found"]])
    #expect(answers["sw"]?.subscriptions == [Subscription(5, 10)])
  }
}
