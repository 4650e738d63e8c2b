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

// Puts everything to use, ends it in every way there is, and returns. What is still allocated then, and nothing leads
// to, is a leak: the leak sanitizer says so.

enum Ending: CaseIterable {
  case completion, error, disposal, ownerDeath
}

enum Failure: Error { case one }

/// An owner that has a bag, as views do.
final class Owner: Sendable {
  let bag = DisposeBag()
  func touch() {}
}

/// What an operator subscribes to, also anew after an error.
final class Source: @unchecked Sendable {  // Used by one thread.
  private var subject = PublishSubject<Int>()

  var observable: Observable<Int> { .deferred { self.subject } }

  func send(_ element: Int) { subject.onNext(element) }

  func complete() { subject.onCompleted() }

  func fail() {
    let failed = subject
    subject = PublishSubject()
    failed.onError(Failure.one)
  }
}

/// One operator, subscribed by closures that hold things, in the ways that users do.
func play(_ operatorCase: OperatorCase, _ ending: Ending) {
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
    source.send(element)
    other.send(element * 10)
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
  case .disposal, .ownerDeath: break
  }
  // After an end something may go on: an operator that repeats, or waits for the other source.
  if ending == .ownerDeath { owner?.bag.insert(subscription) } else { subscription.dispose() }
  owner = nil
  // Where `subscribe(on:)` disposes.
  scheduler.start(for: 1)
}

extension HistoricalScheduler {
  /// Runs what is due within so many seconds.
  func start(for seconds: Double) { advanceTo(clock.addingTimeInterval(seconds)) }
}

/// Bindables, and what lies between them and sequences.
func playBindables(_ ending: Ending) {
  let queue = DispatchQueue(label: "leaks")
  let count = Bindable(0)
  let queued = Bindable(0, queue: queue, policy: .latest)
  var owner: Owner? = Owner()
  var tokens: [BindableToken] = []
  let subject = BehaviorSubject(value: 0)
  var links: [any Disposable] = []
  var pairs: [BehaviorSubject<Int>] = []
  for bindable in [count, queued] {
    if let owner {
      bindable.observe(on: owner) { _ in }
      bindable.observe(with: owner, queue: queue) { owner, _ in owner.touch() }
      bindable.observeChanges(on: owner) { _, _ in }
      bindable.asObservable().subscribe(with: owner, onNext: { owner, _ in owner.touch() }).disposed(by: owner.bag)
    }
    bindable.observe { _ in }.store(in: &tokens)
    bindable.observe(distinct: .byEquality) { _ in }.store(in: &tokens)
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
  case .ownerDeath:
    tokens = []
    owner = nil
    count.value = 5
  }
  queue.sync {}
}

/// Hot things: shared, connected, controls and disposables.
func playShared(_ ending: Ending) {
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
  case .ownerDeath: break
  }
  bag = nil
  group.dispose()
  serial.dispose()
}

Hooks.defaultErrorHandler = { _, _ in }
for ending in Ending.allCases {
  for operatorCase in OperatorCase.all { play(operatorCase, ending) }
  playBindables(ending)
  playShared(ending)
}

// To see that a leak would be found: a cycle that nobody opens.
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
print("\(OperatorCase.all.count) operators, \(Ending.allCases.count) endings")
