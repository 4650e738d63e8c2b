import BindableKit
import Dispatch
import RxBindable
import RxCore
import TestSupport
import Testing

/// X1, X3, X5: the lifetimes of bindings.
@Suite("the bridge: lifetimes", .dedicatedThreads)
struct LifetimeTests {
  @Test("a binding made by a Bindable ends with its token, immediately if the token is dropped")
  func droppedTokens() throws {
    let (bindable, target, subject, log) = (Bindable(1), Bindable(0), BehaviorSubject(value: 0), Recording<Int>())
    let observer = AnyObserver<Int> { event in if let value = event.element { log.add(value) } }
    _ = bindable.observe { log.add($0) }
    _ = bindable.bind(to: observer)
    _ = bindable.bind(to: target)
    _ = bindable.bind(to: subject)
    _ = bindable.bind(bothWays: target)
    _ = bindable.bind(bothWays: subject)
    bindable.value = 2
    #expect(log.elements == [1, 1])
    #expect(try (target.value, subject.value()) == (1, 1))
    subject.onNext(3)
    target.value = 4
    #expect(bindable.value == 2)
  }

  @Test("a binding made by an observable continues if its disposable is dropped")
  func droppedDisposables() throws {
    let (source, bindable, subject) = (PublishSubject<Int>(), Bindable(0), BehaviorSubject(value: 1))
    _ = source.bind(to: bindable)
    source.onNext(5)
    #expect(bindable.value == 5)
    _ = subject.bind(bothWays: bindable)
    bindable.value = 6
    #expect(try subject.value() == 6)
    subject.onNext(7)
    source.onNext(8)
    #expect(try (bindable.value, subject.value()) == (8, 8))
  }

  @Test("a disposed binding keeps nothing, even if its disposable is kept", arguments: 0..<4)
  func keptDisposables(form: Int) {
    let lifetimes = Lifetimes()
    let (bindable, target, subject) = (Bindable(1), Bindable(0), BehaviorSubject(value: 0))
    func bind() -> any Disposable {
      let object = lifetimes.make()
      let derived = bindable.map { value in
        object.touch()
        return value
      }
      return switch form {
      case 0: derived.asObservable().bind(to: target)
      case 1: derived.asObservable().map { $0 }.bind(to: target)
      case 2: derived.bind(to: target)
      default: derived.bind(to: subject)
      }
    }
    let binding = bind()
    #expect(lifetimes.alive == 1)
    binding.dispose()
    #expect(lifetimes.alive == 0)
    withExtendedLifetime(binding) {}
  }

  @Test(
    "a binding from a derived value keeps nothing after either end is deallocated, even if its disposable is kept",
    arguments: [false, true])
  func keptAfterTheEnd(sourceEnds: Bool) {
    let lifetimes = Lifetimes()
    var (bindable, target): (Bindable<Int>?, Bindable<Int>?) = (Bindable(1), Bindable(0))
    func bind(_ source: Bindable<Int>, _ target: Bindable<Int>) -> any Disposable {
      let object = lifetimes.make()
      return source.map { value in
        object.touch()
        return value
      }.asObservable().bind(to: target)
    }
    let binding = bindable.flatMap { source in target.map { bind(source, $0) } }
    #expect((lifetimes.alive, target?.value) == (1, 1))
    if sourceEnds { bindable = nil } else { target = nil }
    #expect(lifetimes.alive == 0)
    withExtendedLifetime((bindable, target, binding)) {}
  }

  @Test("a token can be added to a dispose bag, a composite disposable and an array, and ends with it")
  func containers() {
    let (bindable, target, log) = (Bindable(0), Bindable(0), Recording<Int>())
    var bag = DisposeBag()
    let composite = CompositeDisposable()
    var (array, set): ([BindableToken], Set<BindableToken>) = ([], [])
    bindable.observe(replay: false) { log.add($0) }.disposed(by: bag)
    bindable.bind(to: target).disposed(by: bag)
    _ = composite.insert(bindable.observe(replay: false) { log.add($0 * 10) })
    bindable.observe(replay: false) { log.add($0 * 100) }.store(in: &array)
    bindable.observe(replay: false) { log.add($0 * 1000) }.store(in: &set)
    bindable.value = 1
    #expect(log.elements == [1, 10, 100, 1000])
    bag = DisposeBag()
    composite.dispose()
    (array, set) = ([], [])
    bindable.value = 2
    #expect((log.count, target.value) == (4, 1))
    withExtendedLifetime((bag, array, set)) {}
  }

  @Test(
    "R1: a token or binding in a group ends before dispose() returns, even if another thread is disposing the group",
    arguments: [false, true])
  func disposedByTwoThreads(isBinding: Bool) throws {
    let (bindable, subject, log) = (Bindable(0), BehaviorSubject(value: 0), Recording<Int>())
    let (entered, goOn, ended) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let slow = Disposables.create {
      entered.signal()
      _ = goOn.wait(timeout: .now() + limit)
    }
    let observer = bindable.observe(replay: false) { log.add($0) }
    let group = CompositeDisposable(slow, isBinding ? subject.bind(bothWays: bindable) : observer)
    startThread {
      group.dispose()
      ended.signal()
    }
    #expect(entered.wait(timeout: .now() + limit) == .success)
    group.dispose()
    bindable.value = 1
    #expect(isBinding ? try subject.value() == 0 : log.elements.isEmpty)
    goOn.signal()
    #expect(ended.wait(timeout: .now() + limit) == .success)
    withExtendedLifetime(observer) {}
  }

  @Test(
    "a Bindable created from an observable is deallocated with its last reference, although its queue lags behind")
  func droppedWhileDelivering() {
    let (source, queue, log) = (PublishSubject<Int>(), DispatchQueue(label: "slow"), Recording<Int>())
    let (entered, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    var bindable: Bindable<Int>? =
      source.asBindable(initial: 0, queue: queue, onError: .replace(with: -1))
    let owner = Lifetimes().make()
    bindable?.observe(on: owner, replay: false) { value in
      log.add(value)
      // The source is always ahead, so something always remains to be delivered. The limit ends a failing test.
      if value < 10_000 { source.onNext(value + 1) }
      guard value == 1 else { return }
      entered.signal()
      goOn.wait()
    }
    source.onNext(1)
    #expect(entered.wait(timeout: .now() + limit) == .success)
    weak let gone = bindable
    bindable = nil
    #expect(gone == nil)
    #expect(!source.hasObservers)
    goOn.signal()
    queue.settle()
    #expect(log.elements == [1, 2])
    #expect(!source.hasObservers)
    owner.touch()
  }

  @Test("a Bindable released by its own observer, on its queue, is deallocated there and unsubscribed")
  func droppedInside() {
    let (source, queue, log) = (PublishSubject<Int>(), DispatchQueue(label: "own"), Recording<Int>())
    let holder = Guarded<Bindable<Int>?>(nil)
    let owner = Lifetimes().make()
    let bindable = source.asBindable(initial: 0, queue: queue, onError: .replace(with: -1))
    holder.withLock { $0 = bindable }
    bindable.observe(on: owner, replay: false) { value in
      log.add(value)
      if value < 10_000 { source.onNext(value + 1) }
      let last = holder.withLock { $0.take() }
      withExtendedLifetime(last) {}
    }
    _ = consume bindable
    // Suspend the queue until `onNext(1)` has returned, so that 1 is delivered on the queue and 2 is emitted inside the
    // observer.
    queue.suspend()
    source.onNext(1)
    queue.resume()
    queue.settle()
    #expect(!source.hasObservers)
    #expect(log.elements == [1, 2])
    owner.touch()
  }

  @Test("the observable of a Bindable keeps no value")
  func observableKeepsNoValue() {
    let lifetimes = Lifetimes()
    var bindable: Bindable<Tracked>? = Bindable(lifetimes.make())
    let observable = bindable?.asObservable()
    bindable = nil
    #expect(lifetimes.alive == 0)
    withExtendedLifetime(observable) {}
  }

  @Test("the observable of a derived value does not complete before its source is deallocated")
  func derived() {
    var (one, two): (Bindable<Int>?, Bindable<Int>?) = (Bindable(1), Bindable(10))
    let log = Recording<String>()
    var observables: [Observable<Int>] = []
    if let one, let two {
      observables = [
        one.map { $0 * 2 }.asObservable(), one.map { $0 * 2 }.map { $0 + 1 }.asObservable(),
        ReadOnlyBindable.combine(one, two) { $0 + $1 }.asObservable(),
      ]
    }
    let subscriptions = observables.enumerated().map { index, observable in
      observable.subscribe { log.add("\(index) \($0.debugDescription)") }
    }
    #expect(log.elements == ["0 next(2)", "1 next(3)", "2 next(11)"])
    one?.value = 2
    #expect(log.elements.dropFirst(3) == ["0 next(4)", "1 next(5)", "2 next(12)"])
    weak let gone = one
    one = nil
    #expect(gone == nil)
    #expect(log.elements.dropFirst(6) == ["0 completed", "1 completed"])
    two?.value = 20
    two = nil
    #expect(log.elements.dropFirst(8) == ["2 next(22)", "2 completed"])
    _ = observables[0].subscribe { log.add("late \($0.debugDescription)") }
    #expect(log.elements.last == "late completed")
    withExtendedLifetime((two, subscriptions)) {}
  }

  @Test("a PublishSubject that follows a Bindable keeps no element")
  func keepsNoElement() {
    let lifetimes = Lifetimes()
    let bindable = Bindable<Tracked?>(nil)
    let subject = PublishSubject<Tracked?>()
    let token = bindable.bind(to: subject)
    let emitting = bindable.asPublishSubject()
    bindable.value = lifetimes.make()
    token.cancel()
    bindable.value = nil
    #expect(lifetimes.alive == 0)
    withExtendedLifetime((subject, emitting)) {}
  }
}
