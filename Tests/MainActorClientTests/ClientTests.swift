import BindableKit
import RxBindable
import RxCore
import TestSupport
import Testing

// A program with a view model and a view on the main actor, in Swift 6 mode, that uses each family of the Rx core. It
// must compile without a warning and without annotations other than those in the README.

private struct Account: Equatable {
  let name: String
  var balance: Int
}

private enum Failure: Error { case refused }

/// A stateless service that view models call.
private struct Server {
  func login(_ name: String) -> Single<Account> {
    Single.create { observer in
      if name == "Eve" {
        observer(.failure(Failure.refused))
      } else {
        observer(.success(Account(name: name, balance: 1)))
      }
      return Disposables.create()
    }
  }

  func cached(_ name: String) -> Maybe<Account> {
    name == "Ann" ? .just(Account(name: name, balance: 9)) : .empty()
  }

  func save(_ account: Account) -> Completable {
    .create { observer in
      observer(account.balance < 0 ? .error(Failure.refused) : .completed)
      return Disposables.create()
    }
  }

  func rates() -> Infallible<Int> { .of(1, 2, 3) }

  /// A single from an async function.
  func balance(of name: String) -> Single<Int> {
    Single.create { await fetch(name).balance }
  }

  private func fetch(_ name: String) async -> Account { Account(name: name, balance: name.count) }
}

@MainActor private final class LoginViewModel {
  // Inputs from the view.
  let name = BehaviorRelay(value: "")
  let login = PublishRelay<Void>()

  // Outputs for the view.
  let isEnabled: Driver<Bool>
  let greeting: Driver<String>
  let failures: Signal<String>
  let attempts: ReadOnlyBindable<Int>

  private(set) var account: Account?
  private(set) var notes: [String] = []
  private let bag = DisposeBag()
  private let server: Server

  init(server: Server) {
    self.server = server
    let failed = PublishRelay<String>()
    isEnabled = name.asDriver().map { !$0.isEmpty }.distinctUntilChanged()
    greeting = login.asSignal()
      .withLatestFrom(name.asDriver())
      .flatMapLatest { name in
        server.login(name)
          .map { "Hello \($0.name)" }
          .do(onError: { failed.accept("\($0)") })
          .asDriver(onErrorDriveWith: .empty())
      }
      .startWith("Please log in")
    failures = failed.asSignal()
    let count = Bindable(0)
    attempts = count
    login.scan(0) { count, _ in count + 1 }.bind(to: count).disposed(by: bag)
    login.subscribe(with: self, onNext: { viewModel, _ in viewModel.notes.append("login") }).disposed(by: bag)
  }

  /// Uses each kind of outcome with closures.
  func loadInBackground() {
    server.login("Ann")
      .flatMap { [server] account in server.save(account).andThen(.just(account)) }
      .subscribe(
        with: self, onSuccess: { viewModel, account in viewModel.account = account },
        onFailure: { viewModel, error in viewModel.notes.append("\(error)") }
      )
      .disposed(by: bag)
    server.cached("Bob").ifEmpty(default: Account(name: "Bob", balance: 0))
      .subscribe(with: self, onSuccess: { $0.notes.append($1.name) })
      .disposed(by: bag)
    server.cached("Bob")
      .subscribe(
        with: self, onSuccess: { viewModel, _ in viewModel.notes.append("cached") },
        onCompleted: { viewModel in viewModel.notes.append("not cached") }
      )
      .disposed(by: bag)
    server.save(Account(name: "Ann", balance: -1))
      .subscribe(
        with: self, onCompleted: { viewModel in viewModel.notes.append("saved") },
        onError: { viewModel, error in viewModel.notes.append("\(error)") }
      )
      .disposed(by: bag)
    server.rates().filter { $0 > 1 }.map { "rate \($0)" }
      .subscribe(with: self, onNext: { viewModel, rate in viewModel.notes.append(rate) })
      .disposed(by: bag)
    server.rates().take(1).bind(with: self) { viewModel, rate in viewModel.notes.append("first \(rate)") }
      .disposed(by: bag)
  }

  /// Uses each kind of outcome with `await`.
  func load() async throws -> [String] {
    let account = try await server.login("Ann").value
    try await server.save(account).value
    let cached = try await server.cached("Bob").value
    let balance = try await server.balance(of: "Carol").value
    var lines = [account.name, cached?.name ?? "none", "\(balance)"]
    for await rate in server.rates().values { lines.append("\(rate)") }
    for try await total in server.rates().asObservable().scan(0, accumulator: +).values { lines.append("\(total)") }
    for await text in greeting.values {
      lines.append(text)
      break
    }
    do {
      lines.append(try await server.login("Eve").value.name)
    } catch Failure.refused {
      lines.append("refused")
    }
    return lines
  }
}

@MainActor private final class LoginView: ReactiveCompatible {
  var isEnabled = false
  var greeting = ""
  private(set) var lines: [String] = []
  private(set) var attempts: [Int] = []
  private let bag = DisposeBag()

  init(_ viewModel: LoginViewModel) {
    viewModel.isEnabled.drive(rx.isEnabled).disposed(by: bag)
    viewModel.greeting.drive(rx.greeting).disposed(by: bag)
    viewModel.greeting.drive(with: self, onNext: { view, text in view.lines.append(text) }).disposed(by: bag)
    viewModel.isEnabled.drive(onNext: { [weak self] in self?.show($0 ? "enabled" : "disabled") }).disposed(by: bag)
    viewModel.failures.emit(with: self, onNext: { view, text in view.show(text) }).disposed(by: bag)
    viewModel.failures.emit(onNext: { [weak self] text in self?.show("again \(text)") }).disposed(by: bag)
    viewModel.attempts.observe(with: self) { view, count in view.attempts.append(count) }
    viewModel.attempts.asDriver().map { "\($0) attempts" }.skip(1).drive(with: self) { $0.show($1) }.disposed(by: bag)
  }

  private func show(_ line: String) { lines.append(line) }
}

/// A search with closures in most operators.
@MainActor private final class SearchViewModel {
  let query = PublishSubject<String>()
  let results: Driver<[String]>
  let summary: Observable<String>
  private(set) var history: [String] = []
  private let bag = DisposeBag()

  init(scheduler: any SchedulerType = MainScheduler.instance) {
    let words = ["swap", "swift", "sweet"]
    results =
      query
      .distinctUntilChanged()
      .flatMapLatest { text in
        Observable.just(words.filter { $0.hasPrefix(text) })
          .catch { _ in .just([]) }
      }
      .do(onNext: { _ in })
      .take(while: { !$0.isEmpty })
      .asDriver(onErrorJustReturn: [])
    let counts = query.scan(into: [String: Int]()) { counts, text in counts[text, default: 0] += 1 }
    summary = Observable.combineLatest(query, counts) { text, counts in "\(text) \(counts[text] ?? 0)" }
      .withUnretained(query).map { _, text in text }
      .share(replay: 1)
    query.groupBy { $0.count }
      .flatMap { group in group.map { "\(group.key):\($0)" } }
      .bind(with: self) { viewModel, entry in viewModel.history.append(entry) }
      .disposed(by: bag)
  }
}

@Suite("A Swift 6 client on the main actor with each family of the Rx core")
@MainActor struct ClientTests {
  @Test("drivers and signals of relays show what a view model derives from its input, inline on the main actor")
  func drivers() {
    let viewModel = LoginViewModel(server: Server())
    let view = LoginView(viewModel)
    #expect(view.lines == ["Please log in", "disabled"])
    viewModel.name.accept("Ann")
    viewModel.login.accept(())
    #expect(view.isEnabled)
    #expect(view.greeting == "Hello Ann")
    viewModel.name.accept("Eve")
    viewModel.login.accept(())
    #expect(view.attempts == [0, 1, 2])
    #expect(viewModel.notes == ["login", "login"])
    #expect(
      Set(view.lines) == [
        "Please log in", "disabled", "enabled", "Hello Ann", "1 attempts", "2 attempts", "refused", "again refused",
      ])
  }

  @Test("an element accepted on another thread reaches the view on the main queue")
  func fromAnotherThread() async {
    let viewModel = LoginViewModel(server: Server())
    let view = LoginView(viewModel)
    let name = viewModel.name
    await Task.detached { name.accept("Ann") }.value
    await mainQueueRound()
    #expect(view.isEnabled)
  }

  @Test("the closures of outcomes are called on the main actor")
  func outcomes() {
    let viewModel = LoginViewModel(server: Server())
    viewModel.loadInBackground()
    #expect(viewModel.account == Account(name: "Ann", balance: 1))
    #expect(viewModel.notes == ["Bob", "not cached", "refused", "rate 2", "rate 3", "first 1"])
  }

  @Test("outcomes and elements can be awaited")
  func awaits() async throws {
    let lines = try await LoginViewModel(server: Server()).load()
    #expect(lines == ["Ann", "none", "5", "1", "2", "3", "1", "3", "6", "Please log in", "refused"])
  }

  @Test("closures in operators need no annotation")
  func operators() {
    let viewModel = SearchViewModel()
    var shown: [[String]] = []
    var summaries: [String] = []
    let bag = DisposeBag()
    viewModel.results.drive(onNext: { shown.append($0) }).disposed(by: bag)
    viewModel.summary.asDriver(onErrorJustReturn: "").drive(onNext: { summaries.append($0) }).disposed(by: bag)
    for text in ["sw", "swi", "swi"] { viewModel.query.onNext(text) }
    #expect(shown == [["swap", "swift", "sweet"], ["swift"]])
    #expect(summaries.last == "swi 2")
    #expect(viewModel.history == ["2:sw", "3:swi", "3:swi"])
  }
}
