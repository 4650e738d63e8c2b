import OperatorTable
import RxCore
import RxTesting
import TestSupport
import Testing

/// How a subscription ends.
enum Ending: CaseIterable {
  case completion
  case error
  case disposal
}

/// What every operator keeps to whatever its source and its observer do: one test a law, for each operator at each of its
/// sources. One case after the other: there are thousands, and else tests that wait would wait for them.
@Suite("laws of life", .serialized)
struct LifeLaws {
  private let scheduler = TestScheduler(initialClock: 0)

  @Test(
    "nothing follows a terminal event, even if the source goes on emitting", arguments: OperatorCase.lawful,
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
    "nothing follows the disposal, even if the source does not stop", arguments: OperatorCase.lawful,
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
    "the end frees source, observer and timers, even while somebody holds the subscription",
    arguments: OperatorCase.lawful, Ending.allCases)
  func frees(_ law: OperatorCase, after ending: Ending) {
    if ending == .error, law.traits.contains(.catchesErrors) { return }
    if ending == .completion, law.traits.contains(.ignoresEnd) { return }
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
    // What waits when the source completes may take its time; nothing else does.
    let mayWait = ending == .completion && law.traits.contains(.takesTime)
    let delay = law.subscriptionDelay + (ending == .disposal ? 0 : law.errorDelay)
    scheduler.advanceTo(scheduler.clock + (mayWait ? 3 : delay))
    #expect(lifetimes.alive == 0)
    #expect(!subject.hasObservers)
    #expect(scheduler.pending == 0)
    withExtendedLifetime(subscription) {}
  }

  @Test("disposing again is harmless", arguments: OperatorCase.lawful, Ending.allCases)
  func disposesOnce(_ law: OperatorCase, after ending: Ending) {
    if ending == .error, law.traits.contains(.catchesErrors) { return }
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

  // MARK: From inside the observer

  @Test(
    "what the observer emits into the source from inside arrives as if emitted afterwards",
    arguments: OperatorCase.lawful)
  func takesElements(_ law: OperatorCase) {
    func run(isReentrant: Bool) -> [Event<Int>] {
      let scheduler = TestScheduler(initialClock: 0)
      let subject = PublishSubject<Int>()
      var elements = Array((1...6).reversed())
      var seen: [Event<Int>] = []
      var depth = 0
      var isSubscribed = false
      func send() {
        guard let element = elements.popLast() else { return }
        subject.onNext(element)
      }
      let observer = EventObserver { event in
        depth += 1
        #expect(depth == 1, "An event came while another was being delivered.")
        seen.append(event)
        if isReentrant, isSubscribed {
          send()
          send()
        }
        depth -= 1
      }
      let subscription = law.apply(subject, .of(0, 0, 0, 0, 0, 0), scheduler).subscribe(erased: observer)
      scheduler.start()
      isSubscribed = true
      while !elements.isEmpty {
        send()
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

  @Test("the observer may dispose from inside", arguments: OperatorCase.lawful, 1...3)
  func disposesInside(_ law: OperatorCase, count: Int) {
    let subject = PublishSubject<Int>()
    var received = 0
    var subscription: (any Disposable)?
    let observer = EventObserver { _ in
      guard let subscription else { return }
      received += 1
      if received == count { subscription.dispose() }
    }
    subscription = law.apply(subject, .of(0, 0, 0, 0, 0, 0), scheduler).subscribe(erased: observer)
    scheduler.start()
    for element in 1...6 {
      subject.onNext(element)
      scheduler.advanceTo(scheduler.clock + 5)
    }
    if received < count { subscription?.dispose() }
    let before = received
    scheduler.start()
    subject.onNext(7)
    subject.onCompleted()
    scheduler.start()
    #expect(received == before)
    #expect(received <= count)
    #expect(!subject.hasObservers)
  }

  @Test("the observer may subscribe anew from inside", arguments: OperatorCase.lawful)
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

/// An observer made of one closure that need not be sendable, for what happens on one thread.
private final class EventObserver: ObserverBase<Int>, @unchecked Sendable {
  private let action: (Event<Int>) -> Void

  init(_ action: @escaping (Event<Int>) -> Void) {
    self.action = action
  }

  override func onNext(_ element: Int) { action(.next(element)) }

  override func onError(_ error: any Error) { action(.error(error)) }

  override func onCompleted() { action(.completed) }
}
