import OperatorTable
import RxCore
import RxTesting
import TestSupport
import Testing

/// The ways a subscription can end.
enum Ending: CaseIterable {
  case completion
  case error
  case disposal
}

/// Rules for every operator, however its source and its observer behave. Each test is one law, and runs for each
/// operator at each of its sources. The suite is serialized, because thousands of cases at once would delay others.
@Suite("laws of lifetime", .serialized)
struct LifeLaws {
  /// Each operator with each way in which it can end. An error that an operator catches does not end it.
  private static let endings = OperatorCase.lawful.flatMap { law in
    Ending.allCases.filter { $0 != .error || !law.traits.contains(.catchesErrors) }.map { (law, $0) }
  }

  private let scheduler = TestScheduler(initialClock: 0)

  @Test(
    "nothing follows a terminal event, even if the source continues to emit", arguments: OperatorCase.lawful,
    [Event<Int>.completed, .error(TestError.one)])
  func isSilent(_ law: OperatorCase, after end: Event<Int>) {
    let source = UntidySource<Int>()
    let seen = scheduler.record(law.apply(source, .of(0, 0, 0, 0), scheduler), disposed: 900)
    let script: [Event<Int>] = [
      .next(1), .next(2), .next(3), end, .next(4), .error(TestError.two), .next(5), .completed,
    ]
    for (number, event) in script.enumerated() {
      scheduler.scheduleAt(10 * (number + 1)) { source.send(event) }
    }
    scheduler.start()
    let ends = seen.events.filter(\.value.isStopEvent)
    #expect(ends.count <= 1)
    #expect(ends.isEmpty || seen.events.last == ends.first)
    #expect(law.traits.isDisjoint(with: [.catchesErrors, .ignoresEnd]) == false || ends.count == 1)
    source.forgetObservers()
  }

  @Test(
    "nothing follows disposal, even if the source continues to emit", arguments: OperatorCase.lawful,
    [Event<Int>.next(4), .completed, .error(TestError.one)])
  func isSilent(_ law: OperatorCase, afterDisposalAndThen event: Event<Int>) {
    let source = UntidySource<Int>()
    let seen = scheduler.record(law.apply(source, .of(0, 0, 0, 0), scheduler), disposed: 25)
    for (time, event) in [(10, .next(1)), (20, .next(2)), (30, .next(3)), (40, event)] {
      scheduler.scheduleAt(time) { source.send(event) }
    }
    scheduler.start()
    #expect(seen.events.allSatisfy { $0.time <= 25 })
    source.forgetObservers()
  }

  @Test(
    "the end frees source, observer and timers, even if the subscription is kept",
    arguments: LifeLaws.endings.filter { law, ending in
      ending != .completion || !law.traits.contains(.ignoresEnd)
    })
  func frees(_ law: OperatorCase, after ending: Ending) {
    let lifetimes = Lifetimes()
    let subject = PublishSubject<Int>()
    let other = PublishSubject<Int>()
    let subscription: any Disposable
    do {
      let (up, side, down) = (lifetimes.make(), lifetimes.make(), lifetimes.make())
      let operated = law.apply(
        subject.do(onNext: { _ in up.touch() }), other.do(onNext: { _ in side.touch() }), scheduler)
      subscription = operated.subscribe(onNext: { _ in down.touch() }, onError: { _ in down.touch() })
    }
    scheduler.advanceTo(1)
    other.onNext(0)
    for element in 1...3 {
      subject.onNext(element)
      scheduler.advanceTo(scheduler.clock + 1)
    }
    other.onNext(0)
    switch ending {
    case .completion:
      other.onCompleted()
      subject.onCompleted()
    case .error: subject.onError(TestError.one)
    case .disposal: subscription.dispose()
    }
    // Waiting elements may be emitted after completion; otherwise everything must be freed immediately.
    let mayWait = ending == .completion && law.traits.contains(.takesTime)
    let delay = law.subscriptionDelay + (ending == .disposal ? 0 : law.errorDelay)
    scheduler.advanceTo(scheduler.clock + (mayWait ? 3 : delay))
    #expect(lifetimes.alive == 0)
    #expect(!subject.hasObservers)
    #expect(scheduler.pending == 0)
    withExtendedLifetime(subscription) {}
  }

  @Test("an observer that ended before the operator subscribed leaves nothing behind", arguments: OperatorCase.lawful)
  func frees(_ law: OperatorCase) {
    let lifetimes = Lifetimes()
    let subject = PublishSubject<Int>()
    let other = PublishSubject<Int>()
    let subscription: any Disposable
    do {
      let (up, side) = (lifetimes.make(), lifetimes.make())
      let operated = law.apply(
        subject.do(onNext: { _ in up.touch() }), other.do(onNext: { _ in side.touch() }), scheduler)
      subscription = operated.startWith(0).take(1).subscribe { _ in }
    }
    scheduler.advanceTo(law.subscriptionDelay)
    #expect(lifetimes.alive == 0)
    #expect(!subject.hasObservers)
    #expect(!other.hasObservers)
    #expect(scheduler.pending == 0)
    withExtendedLifetime(subscription) {}
  }

  @Test("disposing again has no effect", arguments: LifeLaws.endings)
  func disposesOnce(_ law: OperatorCase, after ending: Ending) {
    let probe = SourceProbe<Int>()
    let subscription = law.apply(probe.observable, .of(0, 0, 0, 0), scheduler).subscribe { _ in }
    scheduler.start()
    probe.send(1, 2)
    switch ending {
    case .completion: probe.complete()
    case .error: probe.fail(TestError.one)
    case .disposal: subscription.dispose()
    }
    for _ in 1...2 {
      scheduler.start()
      subscription.dispose()
    }
    #expect(probe.subscriptions == 1)
    #expect(probe.disposals == 1)
  }

  // MARK: Re-entrance

  @Test(
    "an element that the observer emits into the source during an event is delivered after that event",
    arguments: OperatorCase.lawful)
  func queuesReentrantElements(_ law: OperatorCase) {
    func run(isReentrant: Bool) -> [Event<Int>] {
      let scheduler = TestScheduler(initialClock: 0)
      let subject = PublishSubject<Int>()
      var elements = Array((1...6).reversed())
      var seen: [Event<Int>] = []
      var depth = 0
      var isSubscribed = false
      func emitNext() {
        guard let element = elements.popLast() else { return }
        subject.onNext(element)
      }
      let observer = EventObserver { event in
        depth += 1
        #expect(depth == 1, "An event was delivered during another one.")
        seen.append(event)
        if isReentrant, isSubscribed {
          emitNext()
          emitNext()
        }
        depth -= 1
      }
      let subscription = law.apply(subject, .of(0, 0, 0, 0, 0, 0), scheduler).subscribe(erased: observer)
      scheduler.start()
      isSubscribed = true
      while !elements.isEmpty {
        emitNext()
        if law.traits.contains(.takesTime) { scheduler.advanceTo(scheduler.clock + 5) }
      }
      subject.onCompleted()
      scheduler.start()
      subscription.dispose()
      return seen
    }
    let plain = run(isReentrant: false)
    let reentrant = run(isReentrant: true)
    #expect(reentrant.last == plain.last)
    if !law.traits.contains(.takesTime) { #expect(reentrant == plain) }
  }

  /// Each operator with the numbers of the first events that its observer receives.
  private static let firstEvents = OperatorCase.lawful.flatMap { law in
    (0..<min(3, receive(from: law, disposingAt: nil).events)).map { (law, $0 + 1) }
  }

  /// Lets an operator's source emit and complete. Returns the number of events that the observer receives, not counting
  /// those during `subscribe`, when it cannot dispose yet, and whether the source is still observed after the disposal.
  private static func receive(from law: OperatorCase, disposingAt last: Int?) -> (events: Int, isObserved: Bool) {
    let scheduler = TestScheduler(initialClock: 0)
    let subject = PublishSubject<Int>()
    var events = 0
    var subscription: (any Disposable)?
    let observer = EventObserver { _ in
      guard let subscription else { return }
      events += 1
      if events == last { subscription.dispose() }
    }
    subscription = law.apply(subject, .of(0, 0, 0, 0, 0, 0), scheduler).subscribe(erased: observer)
    scheduler.start()
    for element in 1...7 {
      subject.onNext(element)
      scheduler.advanceTo(scheduler.clock + 5)
    }
    let isObserved = events == last && subject.hasObservers
    subject.onCompleted()
    scheduler.start()
    subscription?.dispose()
    return (events, isObserved)
  }

  @Test("the observer can dispose during an event", arguments: LifeLaws.firstEvents)
  func disposesInside(_ law: OperatorCase, number: Int) {
    #expect(Self.receive(from: law, disposingAt: number) == (number, false))
  }

  @Test("every operator emits in the law above, except those that ignore the end of the source")
  func emitsEvents() {
    let emitting = Set(Self.firstEvents.map(\.0.description))
    let silent = OperatorCase.lawful.filter { !emitting.contains($0.description) }
    #expect(silent.allSatisfy { $0.traits.contains(.ignoresEnd) }, "\(silent)")
    #expect(Set(Self.firstEvents.map(\.1)) == [1, 2, 3])
  }

  @Test("the observer can subscribe again during an event", arguments: OperatorCase.lawful)
  func subscribesInside(_ law: OperatorCase) {
    let subject = PublishSubject<Int>()
    let operated = law.apply(subject, .of(0, 0, 0, 0, 0, 0), scheduler)
    let second = scheduler.createObserver(Int.self)
    let bag = CompositeDisposable()
    var first: [Event<Int>] = []
    let observer = EventObserver { event in
      first.append(event)
      if first.count == 1 { _ = bag.insert(operated.subscribe(second)) }
    }
    _ = bag.insert(operated.subscribe(erased: observer))
    scheduler.start()
    for element in 1...6 {
      subject.onNext(element)
      scheduler.advanceTo(scheduler.clock + 5)
    }
    subject.onCompleted()
    scheduler.start()
    #expect(!first.isEmpty)
    for events in [first, second.events.map(\.value)] {
      #expect(events.dropLast().allSatisfy { !$0.isStopEvent })
      #expect(events.last?.isStopEvent == true || law.traits.contains(.ignoresEnd))
    }
    bag.dispose()
    #expect(!subject.hasObservers)
  }
}

/// An observer with a closure that is not `Sendable`, for tests on one thread.
private final class EventObserver: ObserverBase<Int>, @unchecked Sendable {
  private let action: (Event<Int>) -> Void

  init(_ action: @escaping (Event<Int>) -> Void) {
    self.action = action
  }

  override func onNext(_ element: Int) { action(.next(element)) }

  override func onError(_ error: any Error) { action(.error(error)) }

  override func onCompleted() { action(.completed) }
}
