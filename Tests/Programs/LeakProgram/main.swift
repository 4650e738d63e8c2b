import BindableKit
import Dispatch
import OperatorTable
import RxBindable
import RxCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Uses all parts of the package, ends each use in every way, and returns. The leak sanitizer then reports unreachable
// allocated memory.

enum Ending: CaseIterable {
  case completion, error, disposal, ownerDeinit
}

enum Failure: Error { case one }

/// An owner with a bag, like a view.
final class Owner: Sendable {
  let bag = DisposeBag()
  func touch() {}
}

/// A source that can be subscribed to again after an error.
final class Source: @unchecked Sendable {  // Used by one thread.
  private var subject = PublishSubject<Int>()

  var observable: Observable<Int> { .deferred { self.subject } }

  func emit(_ element: Int) { subject.onNext(element) }

  func complete() { subject.onCompleted() }

  func fail() {
    let failed = subject
    subject = PublishSubject()
    failed.onError(Failure.one)
  }
}

/// Subscribes to an operator with closures that capture objects, as users do.
func useOperator(_ operatorCase: OperatorCase, _ ending: Ending) {
  let (source, other) = (Source(), Source())
  let scheduler = HistoricalScheduler()
  let captured = Owner()
  let observable = operatorCase(
    OperatorCase.Setting(
      source: source.observable, other: other.observable, scheduler: scheduler, touch: { captured.touch() }))
  var owner: Owner? = Owner()
  if let owner {
    observable.subscribe(with: owner, onNext: { owner, _ in owner.touch() }, onError: { owner, _ in owner.touch() })
      .disposed(by: owner.bag)
  }
  let subscription = observable.subscribe(
    onNext: { _ in captured.touch() }, onError: { _ in captured.touch() }, onDisposed: { captured.touch() })
  scheduler.start(for: 0.001)
  for element in 1...4 {
    source.emit(element)
    other.emit(element * 10)
    scheduler.start(for: 0.01)
  }
  switch ending {
  case .completion:
    source.complete()
    other.complete()
    scheduler.start(for: 10)
  case .error:
    source.fail()
    other.fail()
    scheduler.start(for: 10)
  case .disposal, .ownerDeinit: break
  }
  // End the subscription, because the operator may still repeat the source or wait for the other source.
  if ending == .ownerDeinit { owner?.bag.insert(subscription) } else { subscription.dispose() }
  owner = nil
  // Run the scheduler again, because `subscribe(on:)` disposes there.
  scheduler.start(for: 1)
}

extension HistoricalScheduler {
  /// Runs the work that is due within `seconds`.
  func start(for seconds: Double) { advanceTo(clock.addingTimeInterval(seconds)) }
}

/// Uses Bindables, and bridges between them and observables.
func useBindables(_ ending: Ending) {
  let queue = DispatchQueue(label: "leaks")
  let count = Bindable(0)
  let queued = Bindable(0, queue: queue)
  var owner: Owner? = Owner()
  var tokens: [BindableToken] = []
  let subject = BehaviorSubject(value: 0)
  var links: [any Disposable] = []
  var pairs: [BehaviorSubject<Int>] = []
  for bindable in [count, queued] {
    if let owner {
      bindable.observe(on: owner) { _ in }
      bindable.observe(with: owner, queue: queue) { owner, _ in owner.touch() }
      bindable.changes().observe(on: owner) { _, _ in }
      bindable.asObservable().subscribe(with: owner, onNext: { owner, _ in owner.touch() }).disposed(by: owner.bag)
    }
    bindable.observe { _ in }.store(in: &tokens)
    bindable.distinct().observe { _ in }.store(in: &tokens)
    let pair = BehaviorSubject(value: 0)
    pairs.append(pair)
    links += [
      bindable.bind(bothWays: pair), subject.bind(to: bindable), bindable.bind(to: AnyObserver<Int> { _ in }),
    ]
    _ = (bindable.asPublishSubject(), bindable.asBehaviorSubject())
    let followers = [
      subject.asBindable(initial: 1, onError: .replace(with: 2)),
      PublishSubject<Int>().asTwoWayBindable(initial: 3),
    ]
    for value in 1...3 {
      bindable.value = value
      subject.onNext(value)
      for follower in followers { follower.value = value }
    }
  }
  switch ending {
  case .completion: for subject in pairs + [subject] { subject.onCompleted() }
  case .error: for subject in pairs + [subject] { subject.onError(Failure.one) }
  case .disposal:
    for link in links { link.dispose() }
    for token in tokens { token.cancel() }
    if let owner { for bindable in [count, queued] { bindable.remove(observer: owner) } }
  case .ownerDeinit:
    tokens = []
    owner = nil
    count.value = 5
  }
  queue.sync {}
}

/// Uses connectables, replay subjects and disposables.
func useShared(_ ending: Ending) {
  let source = PublishSubject<Int>()
  let connectables = [source.publish(), source.replay(1), source.replayAll()]
  var bag: DisposeBag? = DisposeBag()
  let group = CompositeDisposable()
  let serial = SerialDisposable()
  for connectable in connectables {
    _ = group.insert(connectable.subscribe(onError: { _ in }))
    _ = group.insert(connectable.connect())
    serial.disposable = connectable.subscribe(onError: { _ in })
    bag?.insert(connectable.refCount().subscribe(onError: { _ in }))
  }
  let replay = ReplaySubject<Int>.createUnbounded()
  bag?.insert(source.subscribe(replay), replay.subscribe(onError: { _ in }))
  for element in 1...3 { source.onNext(element) }
  switch ending {
  case .completion: source.onCompleted()
  case .error: source.onError(Failure.one)
  case .disposal: source.dispose()
  case .ownerDeinit: break
  }
  bag = nil
  group.dispose()
  serial.dispose()
}

Hooks.defaultErrorHandler = { _, _ in }
// In programs the table omits `debug`, because only the form that prints is public.
let operators = OperatorCase.all + [OperatorCase("debug") { $0.source.debug(trimOutput: true) }]
for ending in Ending.allCases {
  for operatorCase in operators { useOperator(operatorCase, ending) }
  useBindables(ending)
  useShared(ending)
}

// Makes reference cycles, to check that a leak is found.
if CommandLine.arguments.dropFirst().first == "leak" {
  final class Cycle {
    var next: Cycle?
  }
  func leak() {
    let (one, two) = (Cycle(), Cycle())
    (one.next, two.next) = (two, one)
  }
  for _ in 0..<100 { leak() }
}
print("\(operators.count) operators, \(Ending.allCases.count) endings")
