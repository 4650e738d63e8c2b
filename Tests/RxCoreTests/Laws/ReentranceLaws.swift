import OperatorTable
import RxCore
import RxTesting
import TestSupport
import Testing

/// Where an observer acts.
enum Callback {
  case onNext
  case onError
  case onCompleted
  /// The closure `onDisposed` of the observer's subscription.
  case onDisposed
  /// The disposal of the source's subscription, while the source can still emit.
  case disposalOfSource
}

/// What an observer does in a callback.
enum Act: CaseIterable {
  /// Emits two elements into the source, and two more in the next callback.
  case emit
  /// Does the same with the operator's other source.
  case emitIntoOther
  case complete
  case fail
  /// Disposes its own subscription.
  case dispose
  /// Subscribes a second observer to the same sequence.
  case subscribe
  /// Subscribes a second observer to the source.
  case subscribeToSource
}

/// A callback in which the observer acts.
struct Moment: Sendable, CustomTestStringConvertible {
  let callback: Callback
  /// The number of the call, not counting those during `subscribe`; 0 for the first one during `subscribe`.
  var number = 1
  /// How the test ends the subscription.
  var ending = Ending.completion

  static let all =
    (0...3).map { Moment(callback: .onNext, number: $0) }
    + [Moment(callback: .onError, ending: .error), Moment(callback: .onCompleted)]
    + Ending.allCases.map { Moment(callback: .onDisposed, ending: $0) }
    + Ending.allCases.map { Moment(callback: .disposalOfSource, ending: $0) }

  var testDescription: String { "\(callback) \(number), \(ending)" }
}

/// Rules for every operator whose observer acts inside a callback. Serialized for the same reason as `LifeLaws`.
@Suite("laws of re-entrance", .serialized)
struct ReentranceLaws {
  private static let operators = OperatorCase.lawful + OperatorCase.all.filter { $0.traits.contains(.isComposite) }

  /// Each operator with the moments that it reaches.
  private static let moments = operators.flatMap { law in
    Moment.all.filter { Scene(law, $0, nil).run().eventsBeforeAct != nil }.map { (law, $0) }
  }

  /// Operators that subscribe to the source again in the call that ends their subscription to it. What an observer emits
  /// in that call comes before the new subscription.
  private static let resubscribing: Set = [
    "retry", "retry, three attempts", "retry(when:), at once", "concatMap, inner twice", "concat of a sequence",
  ]

  @Test(
    "what an observer does inside a callback has the effect that it has right after the callback",
    arguments: ReentranceLaws.moments.filter { $0.1.number > 0 })
  func acts(_ law: OperatorCase, at moment: Moment) throws {
    let acts: [Act] = [.subscribe, .subscribeToSource]
    let emitting: [Act] = Self.resubscribing.contains(law.description) ? [] : [.emit, .complete, .fail]
    for act in acts + emitting {
      let inside = try Scene.play(law, moment, act)
      let after = try Scene.play(law, moment, act, isInside: false)
      #expect(inside == after, "\(act)")
    }
  }

  @Test("disposal inside a callback changes nothing that came before, and nothing follows", arguments: moments)
  func disposes(_ law: OperatorCase, at moment: Moment) throws {
    let whole = try Scene.play(law, moment, nil)
    let part = try Scene.play(law, moment, .dispose)
    if moment.number > 0 { #expect(part.first == Array(whole.first.prefix(whole.eventsBeforeAct ?? 0))) }
  }

  @Test(
    "the grammar holds whatever the observer does, even if the source emits during its events and after its end",
    arguments: moments)
  func isOrderly(_ law: OperatorCase, at moment: Moment) throws {
    for act in Act.allCases {
      _ = try Scene.play(law, moment, act)
      if act != .subscribeToSource { _ = try Scene.play(law, moment, act, isTidy: false) }
    }
  }

  @Test("every operator is tested at every moment that it can reach")
  func reachesMoments() {
    for moment in Moment.all {
      let reached = Set(Self.moments.filter { "\($0.1)" == "\(moment)" }.map(\.0.description))
      let missing = OperatorCase.lawful.filter { !reached.contains($0.description) }
      print("MISSING", moment, reached.count, missing.map(\.description))
    }
  }
}

/// One subscription whose observer acts inside a callback or, for comparison, right after it.
private final class Scene: @unchecked Sendable {  // Used by one thread.
  struct Outcome: Equatable {
    let first: [Event<Int>]
    let second: [Event<Int>]
    let eventsBeforeAct: Int?
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
  private var calls = 0
  private var eventsBeforeAct: Int?
  private var waiting: [() -> Void] = []
  private var isLate = false

  init(_ law: OperatorCase, _ moment: Moment, _ act: Act?, isInside: Bool = true, isTidy: Bool = true) {
    (self.moment, self.act, self.isInside) = (moment, act, isInside)
    source = Source(isTidy: isTidy)
    let zeros = Observable.of(0, 0, 0, 0, 0, 0)
    sequence = law.apply(source, act == .emitIntoOther ? zeros.concat(other) : zeros, scheduler)
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

  func run() -> Outcome {
    step { subscription.setDisposable(subscribe()) }
    isSubscribed = true
    wait(2)
    for element in 1...3 {
      step { source.send(.next(element)) }
      wait(2)
    }
    wait(6)
    isLate = act == .dispose && eventsBeforeAct != nil && !source.isUnobserved
    switch moment.ending {
    case .completion: step { source.send(.completed) }
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
