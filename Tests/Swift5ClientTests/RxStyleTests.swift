// Code written for RxSwift, in Swift 5 mode, with plain classes and closures and without annotations. It must compile
// without a warning.

import Dispatch
import RxCore
import Testing

// MARK: A view model and a view

struct User {
  var name: String
  var friends: [Friend] = []
}

/// A plain mutable class that is not isolated to an actor and not `Sendable`.
class Friend {
  var name: String

  init(name: String) {
    self.name = name
  }
}

enum LoginError: Error {
  case refused
}

class LoginViewModel {
  let name = BehaviorSubject<String>(value: "")
  let password = BehaviorSubject(value: "")
  let tap = PublishSubject<Void>()
  let friends = PublishSubject<Friend>()

  private(set) var attempts = 0
  private let disposeBag = DisposeBag()

  var isValid: Observable<Bool> {
    Observable.combineLatest(name, password) { !$0.isEmpty && $1.count > 3 }
  }

  lazy var greeting: Observable<String> = name.map { [unowned self] in "\($0) \(self.attempts)" }

  init() {
    tap
      .subscribe(onNext: { [weak self] in
        guard let self = self else { return }
        self.attempts += 1
      })
      .disposed(by: disposeBag)
  }

  func user() -> Observable<User> {
    Observable.create { observer in
      self.attempts += 1
      do {
        observer.onNext(User(name: try self.name.value()))
        observer.on(.completed)
      } catch {
        observer.onError(error)
      }
      return Disposables.create {
        self.attempts -= 1
      }
    }
  }
}

class LoginView {
  var lines: [String] = []
  var isEnabled = false
  let viewModel: LoginViewModel
  var disposeBag = DisposeBag()

  init(viewModel: LoginViewModel) {
    self.viewModel = viewModel
  }

  func bind() {
    viewModel.isValid
      .subscribe(onNext: { [weak self] in self?.isEnabled = $0 })
      .disposed(by: disposeBag)

    viewModel.friends
      .filter { !$0.name.isEmpty }
      .map { friend in friend.name }
      .subscribe(
        with: self,
        onNext: { owner, name in owner.lines.append(name) },
        onError: { owner, error in owner.lines.append("\(error)") },
        onCompleted: { owner in owner.lines.append("completed") },
        onDisposed: { owner in owner.lines.append("disposed") }
      )
      .disposed(by: disposeBag)
  }
}

// MARK: Custom observers, observables and disposables

class Recorder<Element>: ObserverType {
  var events: [Event<Element>] = []

  func on(_ event: Event<Element>) {
    events.append(event)
  }
}

struct Countdown: ObservableType {
  typealias Element = Int
  let start: Int

  func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable where Observer.Element == Int {
    for value in stride(from: start, to: 0, by: -1) {
      observer.onNext(value)
    }
    observer.onCompleted()
    return Disposables.create()
  }
}

class Job: Disposable {
  var disposals = 0

  func dispose() {
    disposals += 1
  }
}

class Connection: Cancelable {
  var isDisposed = false
  let friend = Friend(name: "peer")

  func dispose() {
    isDisposed = true
  }
}

struct Ticket: Disposable {
  let job: Job

  func dispose() {
    job.dispose()
  }
}

class InlineScheduler: ImmediateSchedulerType {
  var count = 0

  func schedule<StateType>(_ state: StateType, action: @escaping (StateType) -> Disposable) -> Disposable {
    count += 1
    return action(state)
  }
}

// MARK: Generic extensions

extension ObservableType {
  func foo() -> Observable<Element> {
    asObservable().observe(on: MainScheduler.instance)
  }

  func log(_ lines: Recorder<Element>) -> Disposable {
    subscribe { event in
      lines.on(event)
    }
  }

  func mapTo<Result>(_ value: Result) -> Observable<Result> {
    map { _ in value }
  }

  func on(queue: SerialDispatchQueueScheduler) -> Observable<Element> {
    observe(on: queue)
  }
}

extension ObservableType where Element == String {
  func uppercased() -> Observable<String> {
    map { $0.uppercased() }
  }
}

extension ObservableType where Element: AnyObject {
  func identities() -> Observable<ObjectIdentifier> {
    map(ObjectIdentifier.init)
  }
}

func nonEmpty(_ text: String) -> Bool { !text.isEmpty }

// MARK: The tests

@Suite("RxSwift-style code in Swift 5 mode")
struct RxStyleTests {
  @Test("a view with a bag observes a view model with subjects")
  func viewModelAndView() {
    let view = LoginView(viewModel: LoginViewModel())
    view.bind()
    view.viewModel.name.onNext("Ada")
    #expect(!view.isEnabled)
    view.viewModel.password.on(.next("secret"))
    #expect(view.isEnabled)
    view.viewModel.tap.onNext(())
    #expect(view.viewModel.attempts == 1)
    view.viewModel.friends.onNext(Friend(name: ""))
    view.viewModel.friends.onNext(Friend(name: "Charles"))
    #expect(view.lines == ["Charles"])
    view.disposeBag = DisposeBag()
    #expect(view.lines == ["Charles", "disposed"])
  }

  @Test("the closure of create can capture self")
  func createCapturesSelf() {
    let viewModel = LoginViewModel()
    viewModel.name.onNext("Ada")
    var names: [String] = []
    var ended = false
    let disposable = viewModel.user().subscribe(
      onNext: { user in names.append(user.name) },
      onError: { _ in names.append("error") },
      onCompleted: { ended = true }
    )
    #expect(names == ["Ada"])
    #expect(ended)
    #expect(viewModel.attempts == 0)
    disposable.dispose()
  }

  @Test("a custom observer needs to implement only on(_:)")
  func ownObserver() {
    let recorder = Recorder<String>()
    let subject = PublishSubject<String>()
    let subscription = subject.uppercased().subscribe(recorder)
    subject.onNext("a")
    subject.onError(LoginError.refused)
    #expect(recorder.events.count == 2)
    #expect(recorder.events.first?.element == "A")
    #expect(recorder.events.last?.error is LoginError)
    subscription.dispose()
  }

  @Test("operators accept a custom observable")
  func ownObservable() {
    let recorder = Recorder<Int>()
    _ = Countdown(start: 3).asObservable().map { $0 * 2 }.subscribe(recorder)
    #expect(recorder.events.compactMap { $0.element } == [6, 4, 2])
    let plain = Recorder<Int>()
    _ = Countdown(start: 2).log(plain)
    #expect(plain.events.compactMap { $0.element } == [2, 1])
    #expect(plain.events.last?.isCompleted == true)
  }

  @Test("custom disposables can be classes and structs")
  func ownDisposables() {
    let job = Job()
    let connection = Connection()
    var bag: DisposeBag? = DisposeBag()
    job.disposed(by: bag!)
    connection.disposed(by: bag!)
    bag?.insert(Ticket(job: job), Disposables.create { job.disposals += 10 })
    bag = nil
    #expect(job.disposals == 12)
    #expect(connection.isDisposed)
  }

  @Test("a bag can be made by its result builder")
  func bagBuilder() {
    let job = Job()
    var bag: DisposeBag? = DisposeBag {
      job
      Ticket(job: job)
    }
    bag?.insert {
      Disposables.create { job.disposals += 1 }
    }
    bag = nil
    #expect(job.disposals == 3)
  }

  @Test("operators accept a custom scheduler")
  func ownScheduler() {
    let scheduler = InlineScheduler()
    let recorder = Recorder<Friend>()
    let subject = PublishSubject<Friend>()
    let subscription = subject.observe(on: scheduler).subscribe(recorder)
    subject.onNext(Friend(name: "a"))
    #expect(scheduler.count == 1)
    #expect(recorder.events.count == 1)
    subscription.dispose()
  }

  @Test("generic extensions can move elements that are not Sendable to another queue")
  func genericExtensions() {
    let subject = PublishSubject<Friend>()
    let done = DispatchSemaphore(value: 0)
    var names: [String] = []
    let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "names")
    let subscription = subject.on(queue: queue).subscribe(
      onNext: { names.append($0.name) }, onCompleted: { done.signal() })
    subject.onNext(Friend(name: "a"))
    subject.onNext(Friend(name: "b"))
    subject.onCompleted()
    #expect(done.wait(timeout: .now() + 180) == .success)
    #expect(names == ["a", "b"])
    subscription.dispose()
    _ = subject.foo()
    _ = subject.identities()
  }

  @Test("functions can be passed by name, and closures can capture results")
  func functionsByName() {
    let subject = PublishSubject<String>()
    var seen: [String] = []
    let append: (String) -> Void = { seen.append($0) }
    let bag = DisposeBag()
    subject.filter(nonEmpty).subscribe(onNext: append).disposed(by: bag)
    subject.mapTo(Friend(name: "x")).map(\.name).subscribe(onNext: { seen.append($0) }).disposed(by: bag)
    subject.onNext("")
    subject.onNext("a")
    #expect(seen == ["x", "a", "x"] || seen == ["x", "x", "a"])
  }

  @Test("events can be switched over, and AnyObserver can be passed and mapped")
  func events() {
    var lines: [String] = []
    let sink = AnyObserver<Friend> { event in
      switch event {
      case .next(let friend): lines.append(friend.name)
      case .error(let error): lines.append("\(error)")
      case .completed: lines.append("completed")
      }
    }
    let subject = PublishSubject<Friend>()
    _ = subject.subscribe(sink)
    _ = subject.asObservable().subscribe { event in
      if event.isStopEvent { lines.append("stop") }
    }
    let names: AnyObserver<String> = sink.mapObserver { Friend(name: $0) }
    names.onNext("mapped")
    subject.asObserver().onNext(Friend(name: "emitted"))
    subject.onCompleted()
    #expect(lines == ["mapped", "emitted", "completed", "stop"])
  }

  @Test("the observer of create can be used on a queue")
  func asynchronousCreate() {
    let numbers = Observable<Friend>.create { observer in
      let work = DispatchWorkItem {
        observer.onNext(Friend(name: "late"))
        observer.onCompleted()
      }
      DispatchQueue.global().async(execute: work)
      return Disposables.create { work.cancel() }
    }
    let done = DispatchSemaphore(value: 0)
    var name = ""
    let subscription = numbers.subscribe(onNext: { name = $0.name }, onCompleted: { done.signal() })
    #expect(done.wait(timeout: .now() + 180) == .success)
    #expect(name == "late")
    subscription.dispose()
  }

  /// Not async, like most set-up code. In async functions, the compiler checks Swift 5 code more strictly.
  fileprivate static func useHooks() -> [String] {
    var lines: [String] = []
    let handler: Hooks.DefaultErrorHandler = { callStack, error in lines.append("\(callStack.count) \(error)") }
    let capture: Hooks.CustomCaptureSubscriptionCallstack = { ["frame \(lines.count)"] }
    let original = Hooks.defaultErrorHandler
    Hooks.recordCallStackOnError = true
    Hooks.defaultErrorHandler = handler
    Hooks.customCaptureSubscriptionCallstack = capture
    _ = Observable<Int>.error(LoginError.refused).subscribe()
    Hooks.customCaptureSubscriptionCallstack = { [] }
    Hooks.defaultErrorHandler = { _, error in lines.append("\(error)") }
    _ = Observable<Int>.error(LoginError.refused).subscribe(onNext: { _ in })
    Hooks.defaultErrorHandler = original
    return lines
  }

  @Test("hooks accept plain closures, and return them")
  func hooks() async {
    await #expect(processExitsWith: .success) {
      precondition(RxStyleTests.useHooks() == ["1 refused", "refused"])
    }
  }

  /// A custom connectable.
  private class Launch: ConnectableObservableType {
    typealias Element = Int

    let subject = PublishSubject<Int>()

    func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable where Observer.Element == Int {
      subject.subscribe(observer)
    }

    func connect() -> Disposable {
      subject.onNext(3)
      return Disposables.create()
    }
  }

  @Test("refCount accepts a custom connectable")
  func connectable() {
    var seen: [Int] = []
    Launch().refCount().subscribe(onNext: { seen.append($0) }).dispose()
    #expect(seen == [3])
  }

  @Test("an asynchronous sequence can become an observable with a priority")
  func asyncSequence() async throws {
    let stream = AsyncStream<Int> { continuation in
      continuation.yield(1)
      continuation.finish()
    }
    var seen: [Int] = []
    for try await element in stream.asObservable(priority: .high).values { seen.append(element) }
    #expect(seen == [1])
  }

  @Test("the value of a single and a maybe can be awaited, whatever its type")
  func values() async throws {
    #expect(try await Single.just(Friend(name: "one")).value.name == "one")
    #expect(try await Maybe.just(Friend(name: "two")).value?.name == "two")
  }

  @Test("schedulers accept plain closures and states")
  func schedulers() {
    let done = DispatchSemaphore(value: 0)
    let friend = Friend(name: "state")
    var seen: [String] = []
    let scheduler = ConcurrentDispatchQueueScheduler(qos: .userInitiated)
    let disposable = scheduler.schedule(friend) { friend in
      seen.append(friend.name)
      done.signal()
      return Disposables.create()
    }
    #expect(done.wait(timeout: .now() + 180) == .success)
    #expect(seen == ["state"])
    disposable.dispose()
    _ = CurrentThreadScheduler.instance.scheduleRecursive(3) { count, recurse in
      seen.append("\(count)")
      if count > 0 { recurse(count - 1) }
    }
    #expect(seen == ["state", "3", "2", "1", "0"])
  }
}
