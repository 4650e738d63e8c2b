import OperatorTable
import RxCore
import TestSupport
import Testing

/// R5 by brute force: several threads subscribe, dispose and emit at random, outside and inside callbacks. All
/// must end, and nothing may remain.
@Suite("Stress", .dedicatedThreads)
struct StressTests {
  /// The object of the test: a sequence, how to emit into it, and how to connect it.
  private struct Target: Sendable {
    let observable: Observable<Int>
    let send: @Sendable (Int) -> Void
    let connect: @Sendable () -> any Disposable
  }

  /// The actions of one thread. It holds a few subscriptions, and disposes each.
  private final class Actor: @unchecked Sendable {  // The callbacks of other threads get at slots and bag only.
    private let target: Target
    private let lifetimes: Lifetimes
    private let slots = (0..<4).map { _ in SerialDisposable() }
    private let group = CompositeDisposable()
    private let bag = Guarded(DisposeBag())
    private let dice: Guarded<SplitMix64>
    /// How many actions inside callbacks are still allowed: each may lead to many others.
    private let budget = Guarded(400)

    init(_ target: Target, _ lifetimes: Lifetimes, seed: Int) {
      self.target = target
      self.lifetimes = lifetimes
      dice = Guarded(SplitMix64(seed: seed))
    }

    func act() {
      let (choice, index) = dice.withLock {
        (Int.random(in: 0..<12, using: &$0), Int.random(in: 0..<4, using: &$0))
      }
      switch choice {
      case 0...3: target.send(index)
      case 4...5: slots[index].disposable = subscribe()
      case 6: slots[index].disposable = Disposables.create()
      case 7:
        if let key = group.insert(subscribe()), index > 1 { group.remove(for: key) }
      case 8:
        let subscription = subscribe()
        bag.withLock { $0 }.insert(subscription)
      case 9:
        let new = DisposeBag()
        let former = bag.withLock { bag in
          let former = bag
          bag = new
          return former
        }
        withExtendedLifetime(former) {}
      case 10:
        let connection = target.connect()
        if index > 1 { connection.dispose() } else { bag.withLock { $0 }.insert(connection) }
      default: subscribe().dispose()
      }
    }

    private func subscribe() -> any Disposable {
      let tracked = lifetimes.make()
      return target.observable.subscribe(
        onNext: { [unowned self] _ in
          tracked.touch()
          let isAllowed = budget.withLock { budget in
            budget -= 1
            return budget >= 0
          }
          if isAllowed { act() }
        },
        onError: { _ in tracked.touch() }, onDisposed: { tracked.touch() })
    }

    /// Releases everything.
    func stop() {
      for slot in slots { slot.dispose() }
      group.dispose()
      let last = bag.withLock { bag in
        let last = bag
        bag = DisposeBag()
        return last
      }
      withExtendedLifetime(last) {}
    }
  }

  private static func turmoil(_ target: Target, rounds: Int = 150) -> Lifetimes {
    let lifetimes = Lifetimes()
    let actors = (0..<4).map { Actor(target, lifetimes, seed: $0) }
    onThreads(actors.count) { index in
      for _ in 0..<rounds { actors[index].act() }
    }
    for _ in 0..<2 { for actor in actors { actor.stop() } }
    withExtendedLifetime(actors) {}
    return lifetimes
  }

  @Test("of subjects", arguments: SubjectKind.allCases)
  func subjects(kind: SubjectKind) {
    if kind == .replayAll { return }  // Each subscription would receive everything that was ever emitted.
    let subject = kind.make(0)
    let target = Target(
      observable: subject, send: { subject.onNext($0) }, connect: { Disposables.create() })
    #expect(Self.turmoil(target).alive == 0)
    #expect(!subject.hasObservers)
  }

  @Test("of what is shared", arguments: [0, 1, 2], [SubjectLifetimeScope.whileConnected, .forever])
  func share(replay: Int, scope: SubjectLifetimeScope) {
    let subject = BehaviorSubject(value: 0)
    let target = Target(
      observable: subject.map { $0 + 1 }.share(replay: replay, scope: scope), send: { subject.onNext($0) },
      connect: { Disposables.create() })
    #expect(Self.turmoil(target).alive == 0)
    #expect(!subject.hasObservers)
  }

  @Test("of what is connected, counted and by hand", arguments: [0, 1], [true, false])
  func connect(replay: Int, isCounted: Bool) {
    let subject = BehaviorSubject(value: 0)
    let connectable = replay == 0 ? subject.publish() : subject.replay(replay)
    let target = Target(
      observable: isCounted ? connectable.refCount() : connectable, send: { subject.onNext($0) },
      connect: { connectable.connect() })
    #expect(Self.turmoil(target).alive == 0)
    #expect(!subject.hasObservers)
  }

  @Test("of operators", arguments: OperatorCase.all)
  func operators(operatorCase: OperatorCase) {
    let (source, other) = (BehaviorSubject(value: 0), BehaviorSubject(value: 0))
    let scheduler = ManualScheduler()
    let observable = operatorCase(
      OperatorCase.Setting(source: source, other: other, scheduler: scheduler, touch: {}))
    let target = Target(
      observable: observable,
      send: {
        ($0 % 2 == 0 ? source : other).onNext($0)
        scheduler.advance(by: 5)
      }, connect: { Disposables.create() })
    let lifetimes = Self.turmoil(target, rounds: 30)
    // `subscribe(on:)` disposes in a later round of the scheduler.
    scheduler.advance(by: 1_000)
    #expect(lifetimes.alive == 0)
    #expect(scheduler.pending == 0)
    #expect(!source.hasObservers)
    #expect(!other.hasObservers)
  }
}
