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
}
