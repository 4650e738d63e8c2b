import Dispatch
import RxCore
import TestSupport
import Testing

/// A source that is sent by hand and still sends after it was disposed.
private final class Source: Sendable {
  private let kept = Log<AnyObserver<Int>>()
  let disposals = Log<Int>()

  /// Makes the source; `handler` runs inside its subscription.
  func observable(
    keeping tracked: Tracked, handler: @escaping @Sendable (AnyObserver<Int>) -> Void = { _ in }
  ) -> Observable<Int> {
    .create { [kept, disposals] observer in
      tracked.touch()
      kept.add(observer)
      handler(observer)
      return Disposables.create { disposals.add(1) }
    }
  }

  func send(_ event: Event<Int>) {
    for observer in kept.entries { observer.on(event) }
  }
}

/// What stands between the source and the observer.
private enum Stage: CaseIterable, CustomTestStringConvertible {
  case create, map, filter, flatMap, combineLatest, merge, observeOn, chain

  var testDescription: String { "\(self)" }

  func apply(to source: Observable<Int>, tracked: Tracked, scheduler: SerialDispatchQueueScheduler) -> Observable<Int> {
    switch self {
    case .create: source
    case .map:
      source.map { element in
        tracked.touch()
        return element
      }
    case .filter:
      source.filter { _ in
        tracked.touch()
        return true
      }
    case .flatMap:
      source.flatMap { element -> Observable<Int> in
        Observable<Int>.create { observer in
          tracked.touch()
          observer.onNext(element)
          observer.onCompleted()
          return Disposables.create()
        }
      }
    case .combineLatest:
      Observable<Int>.combineLatest(Stage.once(0), source) { (_: Int, element: Int) -> Int in
        tracked.touch()
        return element
      }
    case .merge: Observable<Int>.merge([source, Stage.nothing])
    case .observeOn: source.observe(on: scheduler)
    case .chain:
      [Stage.map, .flatMap, .filter, .combineLatest, .merge, .map].reduce(source) { source, stage in
        stage.apply(to: source, tracked: tracked, scheduler: scheduler)
      }
    }
  }

  private static var nothing: Observable<Int> {
    .create { observer in
      observer.onCompleted()
      return Disposables.create()
    }
  }

  private static func once(_ element: Int) -> Observable<Int> {
    .create { observer in
      observer.onNext(element)
      observer.onCompleted()
      return Disposables.create()
    }
  }
}

/// One subscription through a stage, with what must be gone afterwards.
private final class Trial: Sendable {
  let source: Guarded<Source?>
  let disposals: Log<Int>
  let log = Log<String>()
  let lifetimes = Lifetimes()
  let subscription = SingleAssignmentDisposable()
  private let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "trial")

  init(
    _ stage: Stage, handler: @escaping @Sendable (AnyObserver<Int>, any Cancelable) -> Void = { _, _ in },
    onEvent: @escaping @Sendable (Event<Int>, any Disposable) -> Void = { _, _ in }
  ) {
    let source = Source()
    self.source = Guarded(source)
    disposals = source.disposals
    let tracked = lifetimes.make()
    let observable = source.observable(keeping: tracked) { [subscription] in handler($0, subscription) }
    subscription.setDisposable(
      stage.apply(to: observable, tracked: tracked, scheduler: scheduler).subscribe { [log, subscription] event in
        tracked.touch()
        log.add(event.debugDescription)
        onEvent(event, subscription)
      })
  }

  func send(_ events: Event<Int>...) {
    let source = source.withLock { $0 }
    for event in events { source?.send(event) }
  }

  /// Waits until all that was sent has gone through the scheduler.
  func settle() {
    let done = DispatchSemaphore(value: 0)
    _ = scheduler.schedule(()) { _ in
      done.signal()
      return Disposables.create()
    }
    done.wait()
  }

  /// Lets go of the source, which keeps the observers that it sends to, and counts what is left.
  func leftOver() -> Int {
    settle()
    source.withLock { $0 = nil }
    return lifetimes.alive
  }
}

@Suite("Disposal at every point of an operator's life", .offPool)
struct DisposalTests {
  @Test("inside the subscription, before subscribe returned", arguments: Stage.allCases)
  fileprivate func insideSubscribe(stage: Stage) {
    let trial = Trial(stage, handler: { _, subscription in subscription.dispose() })
    trial.send(.next(1), .completed)
    trial.settle()
    #expect(trial.log.entries.isEmpty)
    #expect(trial.disposals.entries.count == 1)
    #expect(trial.leftOver() == 0)
  }

  @Test("inside onNext: that element is the last thing that arrives", arguments: Stage.allCases)
  fileprivate func insideNext(stage: Stage) {
    let trial = Trial(stage, onEvent: { event, subscription in if event.element == 2 { subscription.dispose() } })
    trial.send(.next(1), .next(2), .next(3), .completed)
    trial.settle()
    #expect(trial.log.entries == ["next(1)", "next(2)"])
    #expect(trial.disposals.entries.count == 1)
    #expect(trial.leftOver() == 0)
  }

  @Test(
    "inside a terminal event", arguments: Stage.allCases, [Event<Int>.completed, .error(RxError.timeout)])
  fileprivate func insideTerminal(stage: Stage, terminal: Event<Int>) {
    let trial = Trial(stage, onEvent: { event, subscription in if event.isStopEvent { subscription.dispose() } })
    trial.send(.next(1), terminal, .next(2), terminal, .completed)
    trial.settle()
    #expect(trial.log.entries == ["next(1)", terminal.debugDescription])
    #expect(trial.disposals.entries.count == 1)
    #expect(trial.leftOver() == 0)
  }

  @Test("from another thread while elements are sent", arguments: Stage.allCases)
  fileprivate func fromAnotherThread(stage: Stage) {
    for _ in 0..<50 {
      let first = DispatchSemaphore(value: 0)
      let trial = Trial(stage, onEvent: { event, _ in if event.element == 0 { first.signal() } })
      let finished = DispatchSemaphore(value: 0)
      startThread {
        for element in 0..<100 { trial.send(.next(element)) }
        finished.signal()
      }
      #expect(first.wait(timeout: .now() + limit) == .success)
      trial.subscription.dispose()
      finished.wait()
      trial.settle()
      let seen = trial.log.entries
      #expect(seen == (0..<seen.count).map { "next(\($0))" })
      trial.send(.next(-1), .completed)
      trial.settle()
      #expect(trial.log.entries == seen)
      #expect(trial.disposals.entries.count == 1)
      #expect(trial.leftOver() == 0)
    }
  }

  @Test("twice, and once more after the end", arguments: Stage.allCases)
  fileprivate func twice(stage: Stage) {
    let trial = Trial(stage)
    trial.send(.next(1))
    trial.settle()
    trial.subscription.dispose()
    trial.subscription.dispose()
    trial.send(.next(2), .completed)
    trial.settle()
    trial.subscription.dispose()
    #expect(trial.log.entries == ["next(1)"])
    #expect(trial.disposals.entries.count == 1)
    #expect(trial.leftOver() == 0)
  }
}
