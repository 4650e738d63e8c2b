import Dispatch
import OperatorTable
import RxCore
import RxTesting
import TestSupport
import Testing

/// One subscription whose observer acts inside a callback or, for comparison, right after it.
final class Scene: @unchecked Sendable {  // Used by one thread.
  struct Outcome: Equatable {
    /// The events of the observer that acts, and of the one that it subscribes.
    let first: [Event<Int>]
    let second: [Event<Int>]
    /// The number of events that the observer had received when it acted; `nil` if it did not reach the moment.
    let eventsBeforeAct: Int?
    /// The number of subscriptions to the source.
    let subscriptions: Int
  }

  private let moment: Moment
  private let act: Act?
  private let isInside: Bool
  private let scheduler = TestScheduler(initialClock: 0)
  private let source: Source
  private let other = PublishSubject<Int>()
  private let sequence: Observable<Int>
  private let first: Watcher
  private let second: Watcher
  private let subscription = SingleAssignmentDisposable()
  private let secondSubscription = SingleAssignmentDisposable()
  private var isSubscribed = false
  /// The number of calls of the moment's callback.
  private var calls = 0
  private var eventsBeforeAct: Int?
  /// What the observer does right after the callback.
  private var waiting: [() -> Void] = []
  /// Whether the source was still observed some time after the observer had disposed.
  private var isLate = false

  init(_ law: OperatorCase, _ moment: Moment, _ act: Act?, isInside: Bool = true, isTidy: Bool = true) {
    (self.moment, self.act, self.isInside) = (moment, act, isInside)
    source = Source(isTidy: isTidy)
    let zeros = Observable.of(0, 0, 0, 0, 0, 0)
    let needsOther = act == .emitIntoOther || law.traits.contains(.ignoresEnd)
    sequence = law.apply(source, needsOther ? zeros.concat(other) : zeros, scheduler)
    (first, second) = (Watcher(mayNest: !isTidy), Watcher(mayNest: !isTidy))
    first.whenCalled = { [unowned self] in reach($0) }
    source.whenDisposed = { [unowned self] in reach(.disposalOfSource) }
  }

  /// Runs a scene. Fails if an object outlives it, even though the disposable is kept.
  static func play(
    _ law: OperatorCase, _ moment: Moment, _ act: Act?, isInside: Bool = true, isTidy: Bool = true
  ) throws -> Outcome {
    // Everything runs on this thread, so there is nothing to wait for.
    let (outcome, subscription) = try LeakTracker.run(timeout: .seconds(0)) { _ in
      let scene = Scene(law, moment, act, isInside: isInside, isTidy: isTidy)
      let outcome = scene.run()
      for fault in scene.faults { Issue.record("\(fault), \(act.map { "\($0)" } ?? "no act")") }
      return (outcome, scene.subscription)
    }
    withExtendedLifetime(subscription) {}
    return outcome
  }

  private var faults: [String] {
    first.faults + second.faults
      + (source.isUnobserved && !other.hasObservers ? [] : ["a source is still observed"])
      + (scheduler.pending == 0 ? [] : ["work is waiting"])
      + (isLate ? ["the source is observed after the disposal"] : [])
      + (moment.callback == .onDisposed && calls != 1 ? ["onDisposed was called \(calls) times"] : [])
  }

  /// Lets the source emit, ends the subscription, lets the source emit again, and disposes everything.
  func run() -> Outcome {
    step { subscription.setDisposable(subscribe()) }
    isSubscribed = true
    wait(2)
    for element in 1...3 {
      step { source.send(.next(element)) }
      step { other.onNext(0) }
      wait(2)
    }
    wait(6)
    isLate = act == .dispose && eventsBeforeAct != nil && !source.isUnobserved
    switch moment.ending {
    case .completion:
      step { source.send(.completed) }
      step { other.onCompleted() }
    case .error: step { source.send(.error(TestError.one)) }
    case .disposal: step { dispose() }
    }
    wait(6)
    for element in 4...5 {
      step { source.send(.next(element)) }
      wait(2)
    }
    step { dispose() }
    secondSubscription.dispose()
    wait(2)
    source.forgetObservers()
    return Outcome(
      first: first.events, second: second.events, eventsBeforeAct: eventsBeforeAct, subscriptions: source.subscriptions)
  }

  private func subscribe() -> any Disposable {
    if moment.callback != .onDisposed { return sequence.subscribe(erased: first) }
    return sequence.subscribe(
      onNext: { [first] in first.onNext($0) }, onError: { [first] in first.onError($0) },
      onCompleted: { [first] in first.onCompleted() }, onDisposed: { [unowned self] in reach(.onDisposed) })
  }

  private func dispose() {
    subscription.dispose()
    if isSubscribed { first.isOver = true }
  }

  private func wait(_ ticks: Int) {
    for _ in 0..<ticks { step { scheduler.advanceTo(scheduler.clock + 1) } }
  }

  /// Calls `action`, then does what the observer would have done inside it.
  private func step(_ action: () -> Void) {
    action()
    while !waiting.isEmpty { waiting.removeFirst()() }
  }

  /// Acts if `callback`, which is being called, is the one of the moment.
  private func reach(_ callback: Callback) {
    guard callback == moment.callback, isSubscribed == (moment.number > 0) else { return }
    calls += 1
    let mayRepeat = act == .emit || act == .emitIntoOther
    let isFirst = calls == max(moment.number, 1)
    guard isFirst || (mayRepeat && eventsBeforeAct != nil && calls == moment.number + 1) else { return }
    if isFirst { eventsBeforeAct = first.events.count }
    if isInside { for action in actions { action() } } else { waiting += actions }
  }

  private var actions: [() -> Void] {
    let (source, other, element) = (source, other, 10 * calls)
    switch act {
    case nil: return []
    case .emit: return [{ source.send(.next(element)) }, { source.send(.next(element + 1)) }]
    case .emitIntoOther: return [{ other.onNext(element) }, { other.onNext(element + 1) }]
    case .complete: return [{ source.send(.completed) }]
    case .fail: return [{ source.send(.error(TestError.two)) }]
    case .dispose: return [dispose]
    case .subscribe: return [{ [self] in secondSubscription.setDisposable(sequence.subscribe(erased: second)) }]
    case .subscribeToSource: return [{ [self] in secondSubscription.setDisposable(source.subscribe(erased: second)) }]
    }
  }
}

/// An observer that reports a fault if an event comes after the end or during another event.
private final class Watcher: ObserverBase<Int>, @unchecked Sendable {  // Used by one thread.
  private let mayNest: Bool
  private(set) var events: [Event<Int>] = []
  private(set) var faults: [String] = []
  var isOver = false
  var whenCalled: (Callback) -> Void = { _ in }
  private var isCalled = false

  init(mayNest: Bool) {
    self.mayNest = mayNest
  }

  override func onNext(_ element: Int) { receive(.next(element), in: .onNext) }

  override func onError(_ error: any Error) { receive(.error(error), in: .onError) }

  override func onCompleted() { receive(.completed, in: .onCompleted) }

  private func receive(_ event: Event<Int>, in callback: Callback) {
    if isOver { faults.append("\(event) after the end") }
    if isCalled, !mayNest { faults.append("\(event) during another event") }
    events.append(event)
    isOver = isOver || event.isStopEvent
    let wasCalled = isCalled
    isCalled = true
    whenCalled(callback)
    isCalled = wasCalled
  }
}

/// A source that begins anew after its end. An untidy one emits to all observers that it ever had, also during an event.
private final class Source: Observable<Int>, @unchecked Sendable {  // Used by one thread.
  private let untidy: UntidySource<Int>?
  private var subject = PublishSubject<Int>()
  private(set) var subscriptions = 0
  private var disposals = 0
  var whenDisposed: () -> Void = {}

  init(isTidy: Bool) {
    untidy = isTidy ? nil : UntidySource()
  }

  var isUnobserved: Bool { subscriptions == disposals && !subject.hasObservers }

  override func subscribe(erased observer: ObserverBase<Int>) -> any Disposable {
    subscriptions += 1
    let subscription = (untidy ?? subject).subscribe(erased: observer)
    return Action { [unowned self] in
      disposals += 1
      whenDisposed()
      subscription.dispose()
    }
  }

  func send(_ event: Event<Int>) {
    if let untidy { return untidy.send(event) }
    let current = subject
    if event.isStopEvent { subject = PublishSubject() }
    current.on(event)
  }

  func forgetObservers() { untidy?.forgetObservers() }
}

/// A disposable that, unlike those of the library, acts again when it is disposed again.
private final class Action: Disposable {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  func dispose() { action() }
}
