import Foundation
import RxCore
import RxTesting
import Testing

// A search with pages: an Input, an Output, and a state computed by scan.

struct Repository: Equatable {
  let name: String
  let stars: Int
}

struct Page: Equatable {
  let repositories: [Repository]
  let hasMore: Bool
}

protocol RepositorySearching {
  func search(_ text: String, page: Int) -> Observable<Page>
}

enum SearchFailure: Error {
  case limitReached
  case offline
}

struct SearchState: Equatable {
  var text = ""
  var page = 0
  var rows: [Repository] = []
  var hasMore = false
  var isLoading = false
  var message: String?

  enum Action {
    case textChanged(String)
    case loadingStarted
    case loaded(Page, reset: Bool)
    case failed(Error)
  }

  static func reduce(state: SearchState, action: Action) -> SearchState {
    var state = state
    switch action {
    case .textChanged(let text):
      state = SearchState(text: text)
    case .loadingStarted:
      state.isLoading = true
      state.message = nil
    case .loaded(let page, let reset):
      state.rows = reset ? page.repositories : state.rows + page.repositories
      state.page += 1
      state.hasMore = page.hasMore
      state.isLoading = false
    case .failed(let error):
      state.isLoading = false
      state.message = "\(error)"
    }
    return state
  }
}

final class SearchScreenViewModel {
  struct Input {
    let text: Observable<String?>
    let nextPage: Observable<Void>
    let refresh: Signal<Void>
    let selection: ControlEvent<Int>
  }

  struct Output {
    let state: Driver<SearchState>
    let rows: Driver<[String]>
    let isEmpty: Driver<Bool>
    let alert: Signal<String>
    let opened: Observable<Repository>
  }

  private let api: RepositorySearching
  private let scheduler: SchedulerType
  private let state = BehaviorRelay(value: SearchState())
  private let disposeBag = DisposeBag()

  init(api: RepositorySearching, scheduler: SchedulerType) {
    self.api = api
    self.scheduler = scheduler
  }

  func transform(_ input: Input) -> Output {
    let actions = PublishRelay<SearchState.Action>()

    let text = input.text
      .map { $0 ?? "" }
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .debounce(.milliseconds(3000), scheduler: scheduler)
      .distinctUntilChanged()
      .share(replay: 1)

    let firstPages =
      Observable
      .merge(text, input.refresh.asObservable().withLatestFrom(text))
      .flatMapLatest { [weak self] text -> Observable<SearchState.Action> in
        guard let self = self, !text.isEmpty else { return .just(.textChanged("")) }
        return self.load(text, page: 1, reset: true)
          .startWith(.textChanged(text))
      }

    let furtherPages = input.nextPage
      .withLatestFrom(state)
      .filter { $0.hasMore && !$0.isLoading }
      .flatMapFirst { [unowned self] state in
        self.load(state.text, page: state.page + 1, reset: false)
          .take(until: text.skip(1))
      }

    Observable.merge(firstPages, furtherPages)
      .bind(to: actions)
      .disposed(by: disposeBag)

    actions
      .scan(SearchState()) { SearchState.reduce(state: $0, action: $1) }
      .bind(to: state)
      .disposed(by: disposeBag)

    let alert =
      actions
      .compactMap { action -> String? in
        guard case .failed(let error) = action else { return nil }
        return "Search failed: \(error)"
      }
      .asSignal(onErrorJustReturn: "")

    let opened = input.selection
      .withLatestFrom(state) { index, state in state.rows[index] }

    return Output(
      state: state.asDriver(),
      rows: state.asDriver().map { $0.rows.map(\.name) }.distinctUntilChanged(),
      isEmpty: state.map { $0.rows.isEmpty && !$0.isLoading }.asDriver(onErrorJustReturn: true).distinctUntilChanged(),
      alert: alert,
      opened: opened)
  }

  private func load(_ text: String, page: Int, reset: Bool) -> Observable<SearchState.Action> {
    api.search(text, page: page)
      .retry(2)
      .map { .loaded($0, reset: reset) }
      .catch { .just(.failed($0)) }
      .startWith(.loadingStarted)
  }
}

// MARK: Tests

private final class FakeSearch: RepositorySearching {
  var requests: [String] = []
  var failing: Set<String> = []
  let scheduler: TestScheduler

  init(_ scheduler: TestScheduler) {
    self.scheduler = scheduler
  }

  func search(_ text: String, page: Int) -> Observable<Page> {
    Observable.deferred { [self] in
      requests.append("\(text)/\(page)")
      if failing.contains("\(text)/\(page)") {
        return .error(SearchFailure.offline)
      }
      let repositories = (0..<2).map { Repository(name: "\(text)\(page)\($0)", stars: $0) }
      return
        scheduler
        .createColdObservable([.next(5, Page(repositories: repositories, hasMore: page < 2)), .completed(5)])
        .asObservable()
    }
  }
}

@MainActor
@Suite("A search screen")
struct SearchScreenTests {
  let scheduler = TestScheduler(initialClock: 0)
  let bag = DisposeBag()

  private func run(
    _ api: FakeSearch, text: [Recorded<Event<String?>>], nextPage: [Recorded<Event<Void>>] = [],
    refresh: [Recorded<Event<Void>>] = [], selection: [Recorded<Event<Int>>] = [],
    check: (SearchScreenViewModel.Output) -> Void
  ) {
    SharingScheduler.mock(scheduler: scheduler) {
      let viewModel = SearchScreenViewModel(api: api, scheduler: scheduler)
      let output = viewModel.transform(
        .init(
          text: scheduler.createHotObservable(text).asObservable(),
          nextPage: scheduler.createHotObservable(nextPage).asObservable(),
          refresh: scheduler.createHotObservable(refresh).asSignal(onErrorSignalWith: .empty()),
          selection: ControlEvent(events: scheduler.createHotObservable(selection))))
      check(output)
      scheduler.start()
      withExtendedLifetime(viewModel) {}
    }
  }

  @Test("texts are debounced, trimmed and searched once")
  func texts() {
    let api = FakeSearch(scheduler)
    let rows = scheduler.createObserver([String].self)
    run(api, text: [.next(10, "s"), .next(11, "sw"), .next(12, "swift"), .next(20, " swift "), .next(30, nil)]) {
      $0.rows.drive(rows).disposed(by: bag)
    }
    #expect(api.requests == ["swift/1"])
    #expect(rows.elements == [[], ["swift10", "swift11"], []])
  }

  @Test("pages are appended while more are available, one request at a time")
  func pages() {
    let api = FakeSearch(scheduler)
    let states = scheduler.createObserver(SearchState.self)
    let opened = scheduler.createObserver(Repository.self)
    run(
      api, text: [.next(10, "rx")],
      nextPage: [.next(5, ()), .next(30, ()), .next(32, ()), .next(50, ())],
      selection: [.next(60, 3)]
    ) {
      $0.state.drive(states).disposed(by: bag)
      $0.opened.subscribe(opened).disposed(by: bag)
    }
    #expect(api.requests == ["rx/1", "rx/2"])
    #expect(states.elements.map(\.rows.count) == [0, 0, 0, 2, 2, 4])
    #expect(states.elements.map(\.isLoading) == [false, false, true, false, true, false])
    #expect(states.elements.last?.hasMore == false)
    #expect(opened.events == [.next(60, Repository(name: "rx21", stars: 1))])
  }

  @Test("a failing request is tried twice, then reported, and a refresh searches again")
  func failures() {
    let api = FakeSearch(scheduler)
    api.failing = ["rx/1"]
    let alerts = scheduler.createObserver(String.self)
    let isEmpty = scheduler.createObserver(Bool.self)
    scheduler.scheduleAt(40) { api.failing = [] }
    run(api, text: [.next(10, "rx")], refresh: [.next(50, ())]) {
      $0.alert.emit(to: alerts).disposed(by: bag)
      $0.isEmpty.drive(isEmpty).disposed(by: bag)
    }
    #expect(api.requests == ["rx/1", "rx/1", "rx/1"])
    #expect(alerts.elements == ["Search failed: offline"])
    #expect(isEmpty.elements == [true, false, true, false])
  }

  @Test("a new text cancels the request for the previous one")
  func cancellation() {
    let api = FakeSearch(scheduler)
    let rows = scheduler.createObserver([String].self)
    run(api, text: [.next(10, "a"), .next(14, "b")]) {
      $0.rows.drive(rows).disposed(by: bag)
    }
    #expect(api.requests == ["a/1", "b/1"])
    #expect(rows.elements == [[], ["b10", "b11"]])
  }
}
