import Foundation
import RxCore
import RxTesting
import Testing

// A login form: relays as inputs, drivers and a signal as outputs.

struct Account: Equatable {
  let id: Int
  let name: String
}

enum ServiceError: Error, Equatable {
  case wrongPassword
  case offline
  case locked(minutes: Int)
}

enum Validation: Equatable {
  case empty
  case ok(message: String)
  case failed(message: String)

  var isValid: Bool {
    if case .ok = self { return true }
    return false
  }
}

protocol LoginService: AnyObject {
  func login(name: String, password: String) -> Single<Account>
  func isAvailable(name: String) -> Single<Bool>
}

class LoginFormViewModel {
  // Inputs
  let name = BehaviorRelay<String>(value: "")
  let password = BehaviorRelay(value: "")
  let rememberMe = BehaviorRelay(value: false)
  let loginTapped = PublishRelay<Void>()

  // Outputs
  let nameValidation: Driver<Validation>
  let passwordValidation: Driver<Validation>
  let isLoginEnabled: Driver<Bool>
  let isLoading: Driver<Bool>
  let title: Driver<String>
  let errorMessage: Signal<String>

  var account: Driver<Account?> { accountRelay.asDriver() }

  private(set) var storedNames: [String] = []
  private var failures = 0
  private let accountRelay = BehaviorRelay<Account?>(value: nil)
  private let errorRelay = PublishRelay<String>()
  private let service: LoginService
  private let disposeBag = DisposeBag()

  init(service: LoginService) {
    self.service = service
    let activity = ActivityIndicator()
    isLoading = activity.asDriver()

    nameValidation = name.asDriver()
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .distinctUntilChanged()
      .map { name in
        if name.isEmpty { return .empty }
        return name.count < 3 ? .failed(message: "too short") : .ok(message: "fine")
      }

    passwordValidation = password.asDriver().map { password -> Validation in
      switch password.count {
      case 0: return .empty
      case 1..<6: return .failed(message: "\(6 - password.count) more")
      default: return .ok(message: "fine")
      }
    }

    isLoginEnabled =
      Driver
      .combineLatest(nameValidation, passwordValidation, activity) { name, password, isLoading in
        name.isValid && password.isValid && !isLoading
      }
      .distinctUntilChanged()

    title = accountRelay.asDriver()
      .map { $0.map { "Hello, \($0.name)" } ?? "Log in" }
      .startWith("")
      .distinctUntilChanged()

    errorMessage = errorRelay.asSignal()

    let credentials = Observable.combineLatest(name, password) { (name: $0, password: $1) }

    let outcomes =
      loginTapped
      .withLatestFrom(credentials)
      .flatMapFirst { credentials in
        service.login(name: credentials.name, password: credentials.password)
          .timeout(.seconds(30), scheduler: SharingScheduler.make())
          .trackActivity(activity)
          .materialize()
      }
      .share()

    outcomes
      .compactMap { $0.element }
      .bind(to: accountRelay)
      .disposed(by: disposeBag)

    outcomes
      .compactMap { $0.error }
      .do(onNext: { [weak self] _ in self?.failures += 1 })
      .map { [weak self] error in self?.message(for: error) ?? "" }
      .bind(to: errorRelay)
      .disposed(by: disposeBag)

    accountRelay
      .compactMap { $0 }
      .withLatestFrom(rememberMe) { ($0, $1) }
      .filter { $0.1 }
      .subscribe(onNext: { [weak self] account, _ in
        guard let self = self else { return }
        self.storedNames.append(account.name)
      })
      .disposed(by: disposeBag)
  }

  func logout() {
    accountRelay.accept(nil)
    password.accept("")
  }

  private func message(for error: Error) -> String {
    switch error {
    case ServiceError.locked(let minutes): return "locked for \(minutes) minutes"
    case ServiceError.wrongPassword where failures > 1: return "wrong password, again"
    case ServiceError.wrongPassword: return "wrong password"
    case RxError.timeout: return "no answer"
    default: return "\(error)"
    }
  }
}

// MARK: Tests

private class FakeLoginService: LoginService {
  var calls: [String] = []
  var answers: [Result<Account, ServiceError>] = []
  let scheduler: TestScheduler

  init(scheduler: TestScheduler) {
    self.scheduler = scheduler
  }

  func login(name: String, password: String) -> Single<Account> {
    Single.deferred { [scheduler] in
      self.calls.append("\(name):\(password)")
      guard !self.answers.isEmpty else { return .never() }
      let answer = self.answers.removeFirst()
      return Single<Int>.timer(.seconds(10), scheduler: scheduler)
        .map { _ in try answer.get() }
    }
  }

  func isAvailable(name: String) -> Single<Bool> {
    .just(name != "taken")
  }
}

@MainActor
@Suite("A login form")
struct LoginFormTests {
  let scheduler = TestScheduler(initialClock: 0)
  let disposeBag = DisposeBag()

  @Test("the button is enabled by valid input, and disabled while the request runs")
  func buttonAndActivity() {
    let service = FakeLoginService(scheduler: scheduler)
    service.answers = [.failure(.wrongPassword), .success(Account(id: 1, name: "Ada"))]
    let isEnabled = scheduler.createObserver(Bool.self)
    let isLoading = scheduler.createObserver(Bool.self)
    let errors = scheduler.createObserver(String.self)
    let titles = scheduler.createObserver(String.self)

    SharingScheduler.mock(scheduler: scheduler) {
      let viewModel = LoginFormViewModel(service: service)
      viewModel.isLoginEnabled.drive(isEnabled).disposed(by: disposeBag)
      viewModel.isLoading.drive(isLoading).disposed(by: disposeBag)
      viewModel.errorMessage.emit(to: errors).disposed(by: disposeBag)
      viewModel.title.drive(titles).disposed(by: disposeBag)

      scheduler.createColdObservable([.next(10, "Ad"), .next(20, "Ada ")])
        .bind(to: viewModel.name)
        .disposed(by: disposeBag)
      scheduler.createColdObservable([.next(30, "sec"), .next(40, "secret")])
        .bind(to: viewModel.password)
        .disposed(by: disposeBag)
      scheduler.createHotObservable([.next(50, ()), .next(55, ()), .next(100, ())])
        .bind(to: viewModel.loginTapped)
        .disposed(by: disposeBag)
      scheduler.scheduleAt(90) { viewModel.rememberMe.accept(true) }
      scheduler.start()

      #expect(viewModel.storedNames == ["Ada"])
      viewModel.logout()
      scheduler.start()
    }

    #expect(service.calls == ["Ada :secret", "Ada :secret"])
    #expect(isEnabled.elements == [false, true, false, true, false, true, false])
    #expect(
      isLoading.events == [.next(1, false), .next(51, true), .next(61, false), .next(101, true), .next(111, false)])
    #expect(errors.events == [.next(61, "wrong password")])
    #expect(titles.elements == ["", "Log in", "Hello, Ada", "Log in"])
  }

  @Test("the validations describe the mistakes")
  func validations() {
    let names = scheduler.createObserver(Validation.self)
    let passwords = scheduler.createObserver(Validation.self)
    SharingScheduler.mock(scheduler: scheduler) {
      let viewModel = LoginFormViewModel(service: FakeLoginService(scheduler: scheduler))
      viewModel.nameValidation.drive(names).disposed(by: disposeBag)
      viewModel.passwordValidation.drive(passwords).disposed(by: disposeBag)
      scheduler.scheduleAt(10) { viewModel.name.accept("Al") }
      scheduler.scheduleAt(20) { viewModel.name.accept(" Al ") }
      scheduler.scheduleAt(30) { viewModel.name.accept("Alan") }
      scheduler.scheduleAt(40) { viewModel.password.accept("1234") }
      scheduler.scheduleAt(50) { viewModel.password.accept("123456") }
      scheduler.start()
    }
    #expect(
      names.events == [.next(1, .empty), .next(11, .failed(message: "too short")), .next(31, .ok(message: "fine"))])
    #expect(passwords.elements == [.empty, .failed(message: "2 more"), .ok(message: "fine")])
  }

  @Test("errors become messages, a call without an answer times out, and the form still works")
  func messages() {
    let service = FakeLoginService(scheduler: scheduler)
    service.answers = [.failure(.locked(minutes: 5)), .failure(.wrongPassword), .failure(.offline)]
    var messages: [String] = []
    SharingScheduler.mock(scheduler: scheduler) {
      let viewModel = LoginFormViewModel(service: service)
      viewModel.errorMessage
        .emit(onNext: { messages.append($0) })
        .disposed(by: disposeBag)
      for time in [10, 110, 210, 310] {
        scheduler.scheduleAt(time) { viewModel.loginTapped.accept(()) }
      }
      scheduler.start()
    }
    #expect(messages == ["locked for 5 minutes", "wrong password, again", "offline", "no answer"])
    #expect(service.calls.count == 4)
  }

  @Test("the view model is deallocated with its requests")
  func deallocation() {
    weak var weakModel: LoginFormViewModel?
    let service = FakeLoginService(scheduler: scheduler)
    SharingScheduler.mock(scheduler: scheduler) {
      let viewModel = LoginFormViewModel(service: service)
      weakModel = viewModel
      viewModel.loginTapped.accept(())
      scheduler.advanceTo(5)
      #expect(service.calls == [":"])
    }
    #expect(weakModel == nil)
  }
}

extension TestableObserver {
  var elements: [Element] {
    events.compactMap { $0.value.element }
  }
}
