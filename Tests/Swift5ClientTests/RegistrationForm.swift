import Foundation
import RxCore
import RxTesting
import Testing

// A form with many fields that are bound in both directions.

infix operator <-> : DefaultPrecedence

@discardableResult
func <-> <Value: Equatable>(property: ControlProperty<Value>, relay: BehaviorRelay<Value>) -> Disposable {
  let toProperty = relay.distinctUntilChanged().bind(to: property)
  let toRelay =
    property
    .distinctUntilChanged()
    .subscribe(
      onNext: { value in
        if relay.value != value { relay.accept(value) }
      },
      onCompleted: { toProperty.dispose() })
  return Disposables.create(toProperty, toRelay)
}

/// A text field of a terminal program, with the `rx` properties of a UITextField.
class TextField {
  fileprivate let edits = PublishSubject<Void>()
  fileprivate(set) var writes = 0
  var text: String? {
    didSet { writes += 1 }
  }
  var isEnabled = true
  var note = ""

  func type(_ text: String) {
    self.text = text
    edits.onNext(())
  }
}

class Button {
  fileprivate let taps = PublishSubject<Void>()
  var isEnabled = false
  var title = ""

  func tap() {
    if isEnabled { taps.onNext(()) }
  }
}

extension TextField: ReactiveCompatible {}
extension Button: ReactiveCompatible {}

extension Reactive where Base: TextField {
  var text: ControlProperty<String?> {
    let base = self.base
    let values = Observable<String?>.deferred { [weak base] in
      guard let base = base else { return .empty() }
      return base.edits.map { [weak base] in base?.text }.startWith(base.text)
    }
    return ControlProperty(
      values: values,
      valueSink: Binder(base) { field, text in
        if field.text != text { field.text = text }
      })
  }

  var isEnabled: Binder<Bool> {
    Binder(base) { field, isEnabled in field.isEnabled = isEnabled }
  }

  var note: Binder<String> {
    return Binder(self.base) { $0.note = $1 }
  }
}

extension Reactive where Base: Button {
  var tap: ControlEvent<Void> {
    ControlEvent(events: base.taps)
  }
}

struct Registration: Equatable {
  var name: String
  var email: String
  var password: String
  var country: String
  var wantsMail: Bool
}

class RegistrationViewModel {
  let name = BehaviorRelay<String>(value: "")
  let email = BehaviorRelay<String>(value: "")
  let password = BehaviorRelay<String>(value: "")
  let repeatedPassword = BehaviorRelay<String>(value: "")
  let country = BehaviorRelay<String>(value: "DE")
  let wantsMail = BehaviorRelay<Bool>(value: false)
  let accepted = BehaviorRelay<Bool>(value: false)

  let problems = BehaviorRelay<[String]>(value: [])
  let lastSent = BehaviorRelay<Registration?>(value: nil)
  private(set) var log: [String] = []

  private let disposeBag = DisposeBag()

  lazy var isValid: Driver<Bool> = problems.asDriver().map { $0.isEmpty }.distinctUntilChanged()

  var registration: Infallible<Registration> {
    Observable
      .combineLatest(name, email, password, country, wantsMail) {
        Registration(name: $0, email: $1, password: $2, country: $3, wantsMail: $4)
      }
      .asInfallible(onErrorFallbackTo: .empty())
  }

  var hasChanges: Driver<Bool> {
    registration
      .skip(1)
      .map { _ in true }
      .startWith(false)
      .distinctUntilChanged()
      .asDriver(onErrorJustReturn: false)
  }

  var passwordHint: Driver<String> {
    Driver.combineLatest(password.asDriver(), repeatedPassword.asDriver())
      .map { first, second in
        if first.isEmpty { return "" }
        return first == second ? "they match" : "they differ"
      }
      .distinctUntilChanged()
      .do(onNext: { [weak self] in self?.log.append("hint \($0)") })
  }

  init() {
    let checks: [Observable<String?>] = [
      name.map { $0.isEmpty ? "name" : nil },
      email.map { $0.contains("@") ? nil : "email" },
      Observable.combineLatest(password, repeatedPassword) { $0.count > 5 && $0 == $1 ? nil : "password" },
      accepted.map { $0 ? nil : "terms" },
    ]
    Observable.combineLatest(checks)
      .map { $0.compactMap { $0 } }
      .distinctUntilChanged()
      .bind(to: problems)
      .disposed(by: disposeBag)

    country
      .skip(1)
      .distinctUntilChanged()
      .map { _ in false }
      .bind(to: wantsMail, accepted)
      .disposed(by: disposeBag)
  }

  func bindSend(_ taps: ControlEvent<Void>) -> Disposable {
    taps
      .asSignal()
      .withLatestFrom(registration.asDriver(onErrorDriveWith: .empty()).asSignal(onErrorSignalWith: .empty()))
      .emit(to: lastSent)
  }
}

class RegistrationView {
  let name = TextField()
  let email = TextField()
  let password = TextField()
  let repeatedPassword = TextField()
  let send = Button()
  var title = ""
  private let disposeBag = DisposeBag()

  func bind(to viewModel: RegistrationViewModel) {
    (name.rx.text.orEmpty <-> viewModel.name).disposed(by: disposeBag)
    (email.rx.text.orEmpty <-> viewModel.email).disposed(by: disposeBag)
    password.rx.text.orEmpty.bind(to: viewModel.password).disposed(by: disposeBag)
    repeatedPassword.rx.text.orEmpty.changed.bind(to: viewModel.repeatedPassword).disposed(by: disposeBag)

    viewModel.passwordHint
      .drive(repeatedPassword.rx.note)
      .disposed(by: disposeBag)

    viewModel.isValid
      .drive(send.rx.isEnabled)
      .disposed(by: disposeBag)

    viewModel.isValid
      .map { $0 ? "Send" : "Fill in the form" }
      .drive(send.rx.title)
      .disposed(by: disposeBag)

    viewModel.hasChanges
      .drive(
        with: self,
        onNext: { view, hasChanges in
          view.title = hasChanges ? "Registration *" : "Registration"
        }
      )
      .disposed(by: disposeBag)

    viewModel.lastSent
      .asDriver()
      .compactMap { $0 }
      .drive(onNext: { [weak self] registration in
        self?.title = "Welcome, \(registration.name)"
      })
      .disposed(by: disposeBag)

    viewModel.bindSend(send.rx.tap).disposed(by: disposeBag)
  }
}

// MARK: Tests

@MainActor
@Suite("A registration form")
struct RegistrationFormTests {
  let view = RegistrationView()
  let viewModel = RegistrationViewModel()
  let disposeBag = DisposeBag()

  private func fillIn() {
    view.name.type("Ada")
    view.email.type("ada@example.org")
    view.password.type("secret")
    view.repeatedPassword.type("secret")
    viewModel.accepted.accept(true)
  }

  @Test("text fields and relays follow each other, without redundant writes")
  func twoWayBinding() {
    view.bind(to: viewModel)
    view.name.type("Ada")
    #expect(viewModel.name.value == "Ada")
    let writes = view.name.writes
    viewModel.name.accept("Grace")
    #expect(view.name.text == "Grace")
    viewModel.name.accept("Grace")
    #expect(view.name.writes == writes + 1)
    view.name.text = "not typed"
    #expect(viewModel.name.value == "Grace")
  }

  @Test("the button follows the validity of all fields")
  func validity() {
    view.bind(to: viewModel)
    #expect(viewModel.problems.value == ["name", "email", "password", "terms"])
    #expect(!view.send.isEnabled)
    #expect(view.send.title == "Fill in the form")
    fillIn()
    #expect(viewModel.problems.value == [])
    #expect(view.send.isEnabled)
    #expect(view.send.title == "Send")
    viewModel.country.accept("FR")
    #expect(viewModel.problems.value == ["terms"])
    #expect(!view.send.isEnabled)
  }

  @Test("the hint compares the passwords")
  func hint() {
    view.bind(to: viewModel)
    #expect(view.repeatedPassword.note == "")
    view.password.type("secret")
    #expect(view.repeatedPassword.note == "they differ")
    view.repeatedPassword.type("secret")
    #expect(view.repeatedPassword.note == "they match")
    #expect(viewModel.log == ["hint ", "hint they differ", "hint they match"])
  }

  @Test("a tap sends the contents of the fields")
  func send() {
    view.bind(to: viewModel)
    view.send.tap()
    #expect(viewModel.lastSent.value == nil)
    #expect(view.title == "Registration")
    fillIn()
    #expect(view.title == "Registration *")
    view.send.tap()
    #expect(
      viewModel.lastSent.value
        == Registration(name: "Ada", email: "ada@example.org", password: "secret", country: "DE", wantsMail: false))
    #expect(view.title == "Welcome, Ada")
  }

  @Test("drivers can be tested in virtual time")
  func virtualTime() {
    let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
    let isValid = scheduler.createObserver(Bool.self)
    let hasChanges = scheduler.createObserver(Bool.self)
    SharingScheduler.mock(scheduler: scheduler) {
      viewModel.isValid.drive(isValid).disposed(by: disposeBag)
      viewModel.hasChanges.drive(hasChanges).disposed(by: disposeBag)
      scheduler.scheduleAt(10) { fillIn() }
      scheduler.scheduleAt(20) {
        viewModel.name.accept("Ada")
        viewModel.email.accept("ada@example.org")
        viewModel.password.accept("secret")
        viewModel.repeatedPassword.accept("secret")
      }
      scheduler.scheduleAt(30) { viewModel.accepted.accept(false) }
      scheduler.start()
    }
    #expect(isValid.events == [.next(0, false), .next(20, true), .next(30, false)])
    #expect(hasChanges.events == [.next(0, false), .next(20, true)])
  }

  @Test("observing the view model does not keep a view alive")
  func deallocation() {
    weak var weakView: RegistrationView?
    do {
      let view = RegistrationView()
      view.bind(to: viewModel)
      view.name.type("Ada")
      weakView = view
    }
    #expect(weakView == nil)
    #expect(viewModel.name.value == "Ada")
  }
}
