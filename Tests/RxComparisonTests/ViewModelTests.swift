import BindableKit
import Dispatch
import RxComparison
import RxCore
import RxTesting
import Testing

// A complete view model in two forms, compared as users of the package would do it.

/// The user's actions.
private enum SearchInput: Sendable {
  case query(String)
  case clear
}

/// The view's contents.
private enum SearchOutput: Equatable, Sendable {
  case canClear(Bool)
  case results([String])
}

/// When the user pauses, shows the words that begin with the query. An empty query clears the results immediately.
private final class BindableSearch: Sendable {
  let query = Bindable("")
  let results = Bindable<[String]>([])
  let canClear: ReadOnlyBindable<Bool>
  private let pause = SerialDisposable()

  /// - Parameter forgets: whether an empty query leaves the last pause running, a deliberate mistake.
  init(scheduler: any SchedulerType, forgets: Bool = false) {
    canClear = query.map { !$0.isEmpty }
    query.distinct().observe(with: self, replay: false) { model, text in
      if !forgets { model.pause.disposable = Disposables.create() }
      guard !text.isEmpty else {
        model.results.value = []
        return
      }
      model.pause.disposable = scheduler.scheduleRelative(text, dueTime: .milliseconds(300)) { [weak model] text in
        model?.results.value = words(beginningWith: text)
        return Disposables.create()
      }
    }
  }

  func clear() { query.value = "" }
}

/// The same with Rx.
private final class RxSearch: Sendable {
  let query = BehaviorRelay(value: "")
  let results: Observable<[String]>
  let canClear: Observable<Bool>

  init(scheduler: any SchedulerType) {
    results = query.asObservable().distinctUntilChanged()
      .flatMapLatest { text -> Observable<[String]> in
        if text.isEmpty { return .just([]) }
        return Observable.just(words(beginningWith: text)).delay(.milliseconds(300), scheduler: scheduler)
      }
      .share(replay: 1)
    canClear = query.asObservable().map { !$0.isEmpty }.distinctUntilChanged()
  }

  func clear() { query.accept("") }
}

private func words(beginningWith text: String) -> [String] {
  ["swap", "swift", "switch"].filter { $0.hasPrefix(text) }
}

private final class BindableSearchDriver: ContenderDriver {
  private let model: BindableSearch

  init(_ model: BindableSearch) { self.model = model }

  func set(_ input: SearchInput) {
    switch input {
    case .query(let text): model.query.value = text
    case .clear: model.clear()
    }
  }

  func subscribe(_ view: ScenarioSubscriber<SearchOutput>, owner: ScenarioOwner) {
    model.results.observe(with: owner) { _, words in view.receive(.next(.results(words))) }
    model.canClear.distinct().observe(with: owner) { _, value in view.receive(.next(.canClear(value))) }
  }

  func dispose(_ owner: ScenarioOwner) {
    model.canClear.remove(observer: owner)
    model.results.remove(observer: owner)
  }
}

private final class RxSearchDriver: ContenderDriver {
  private let model: RxSearch

  init(_ model: RxSearch) { self.model = model }

  func set(_ input: SearchInput) {
    switch input {
    case .query(let text): model.query.accept(text)
    case .clear: model.clear()
    }
  }

  func subscribe(_ view: ScenarioSubscriber<SearchOutput>, owner: ScenarioOwner) {
    owner.keep(model.results.subscribe(onNext: { words in view.receive(.next(.results(words))) }))
    owner.keep(model.canClear.subscribe(onNext: { value in view.receive(.next(.canClear(value))) }))
  }
}

@Suite("View models compared")
struct ViewModelTests {
  private let bindableSearch = Contender<SearchInput, SearchOutput>.viewModel("Bindable search") { scheduler in
    BindableSearchDriver(BindableSearch(scheduler: scheduler))
  }
  private let rxSearch = Contender<SearchInput, SearchOutput>.viewModel("Rx search") { scheduler in
    RxSearchDriver(RxSearch(scheduler: scheduler))
  }

  @Test("two forms of a view model show the same")
  func search() async throws {
    let scenario = Scenario<SearchInput, SearchOutput>(
      [
        .at(0, .subscribe("view")), .at(100, .set(.query("s"))), .at(200, .set(.query("swi"))),
        .when("view", gets: .results(["swift", "switch"]), .set(.query("swa"))), .at(700, .subscribe("late")),
        .at(1_000, .dispose("view")), .at(1_100, .set(.clear)), .at(1_200, .releaseOwner("late")),
        .at(1_300, .set(.query("sw"))),
      ])
    let comparison = try await scenario.compare(bindableSearch, rxSearch)
    #expect(comparison.isEquivalent, "\(comparison)")
    #expect(
      comparison.recordings[0].events(of: "view") == [
        .next(0, .results([])), .next(0, .canClear(false)), .next(100, .canClear(true)),
        .next(500, .results(["swift", "switch"])), .next(800, .results(["swap"])),
      ])
    #expect(
      comparison.recordings[0].events(of: "late") == [
        .next(700, .results(["swift", "switch"])), .next(700, .canClear(true)), .next(800, .results(["swap"])),
        .next(1_100, .results([])), .next(1_100, .canClear(false)),
      ])
  }

  @Test("a pause that continues after the last input is compared to its end")
  func forgotten() async throws {
    let scenario = Scenario<SearchInput, SearchOutput>(
      [.at(0, .subscribe("view")), .at(800, .set(.query("swift"))), .at(900, .set(.clear))])
    let forgetful = Contender<SearchInput, SearchOutput>.viewModel("forgetful") { scheduler in
      BindableSearchDriver(BindableSearch(scheduler: scheduler, forgets: true))
    }
    #expect(try await scenario.compare(bindableSearch, rxSearch).isEquivalent)
    #expect(
      try await scenario.compare(rxSearch, forgetful).differences().map { "\($0)" } == [
        "forgetful delivers next(results([\"swift\"])) to \"view\" at tick 1100, Rx search does not."
      ])
  }

  @Test("a view model without a scheduler needs no argument in its closure")
  func withoutScheduler() async throws {
    let recording = try await Scenario<String, String>([.at(0, .subscribe("view")), .at(10, .set("Ann"))]).run(
      .viewModel("greeter") { GreeterDriver() })
    #expect(recording.events(of: "view") == [.next(0, "Hello, you"), .next(10, "Hello, Ann")])
  }
}

private final class GreeterDriver: ContenderDriver {
  private let name = Bindable("you")

  func set(_ name: String) { self.name.value = name }

  func subscribe(_ view: ScenarioSubscriber<String>, owner: ScenarioOwner) {
    name.observe(with: owner) { _, name in view.receive(.next("Hello, \(name)")) }
  }
}
