import OperatorTable
import RxCore
import TestSupport
import Testing

/// R5 under random load: several threads subscribe, dispose and emit at random, outside and inside callbacks. No thread
/// may deadlock, and nothing may leak.
@Suite("Stress", .dedicatedThreads)
struct StressTests {
  /// The sequence under test, how to make it emit, and how to connect it.
  private struct Target: Sendable {
    let observable: Observable<Int>
    let emit: @Sendable (Int) -> Void
    let connect: @Sendable () -> any Disposable
  }

  /// The actions of one thread, and the subscriptions that it holds.
  private final class Worker: @unchecked Sendable {  // Callbacks on other threads use only slots and bag.
    private let target: Target
    private let lifetimes: Lifetimes
    private let slots = (0..<4).map { _ in SerialDisposable() }
    private let group = CompositeDisposable()
    private let bag = Guarded(DisposeBag())
    private let generator: Guarded<SplitMix64>
    /// How many more actions are allowed inside callbacks. Each action can cause many others.
    private let budget = Guarded(400)

    init(_ target: Target, _ lifetimes: Lifetimes, seed: Int) {
      self.target = target
      self.lifetimes = lifetimes
      generator = Guarded(SplitMix64(seed: seed))
    }

    func act() {
      let (choice, index) = generator.withLock {
        (Int.random(in: 0..<12, using: &$0), Int.random(in: 0..<4, using: &$0))
      }
      switch choice {
      case 0...3: target.emit(index)
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

  private static func stress(_ target: Target, rounds: Int = 150) -> Lifetimes {
    let lifetimes = Lifetimes()
    let workers = (0..<4).map { Worker(target, lifetimes, seed: $0) }
    onThreads(workers.count) { index in
      for _ in 0..<rounds { workers[index].act() }
    }
    for _ in 0..<2 { for worker in workers { worker.stop() } }
    withExtendedLifetime(workers) {}
    return lifetimes
  }

  @Test("subjects neither deadlock nor leak", arguments: SubjectKind.allCases)
  func subjects(kind: SubjectKind) {
    if kind == .replayAll { return }  // Too slow: each subscription would receive every element emitted so far.
    let subject = kind.make(0)
    let target = Target(
      observable: subject, emit: { subject.onNext($0) }, connect: { Disposables.create() })
    #expect(Self.stress(target).alive == 0)
    #expect(!subject.hasObservers)
  }

  @Test(
    "shared sequences neither deadlock nor leak", arguments: [0, 1, 2], [SubjectLifetimeScope.whileConnected, .forever])
  func share(replay: Int, scope: SubjectLifetimeScope) {
    let subject = BehaviorSubject(value: 0)
    let target = Target(
      observable: subject.map { $0 + 1 }.share(replay: replay, scope: scope), emit: { subject.onNext($0) },
      connect: { Disposables.create() })
    #expect(Self.stress(target).alive == 0)
    #expect(!subject.hasObservers)
  }

  @Test(
    "connectable sequences neither deadlock nor leak, with and without refCount", arguments: [0, 1], [true, false])
  func connect(replay: Int, isCounted: Bool) {
    let subject = BehaviorSubject(value: 0)
    let connectable = replay == 0 ? subject.publish() : subject.replay(replay)
    let target = Target(
      observable: isCounted ? connectable.refCount() : connectable, emit: { subject.onNext($0) },
      connect: { connectable.connect() })
    #expect(Self.stress(target).alive == 0)
    #expect(!subject.hasObservers)
  }

  @Test("operators neither deadlock nor leak", arguments: OperatorCase.all)
  func operators(operatorCase: OperatorCase) {
    let (source, other) = (BehaviorSubject(value: 0), BehaviorSubject(value: 0))
    let scheduler = ManualScheduler()
    let observable = operatorCase(
      OperatorCase.Setting(source: source, other: other, scheduler: scheduler, touch: {}))
    let target = Target(
      observable: observable,
      emit: {
        ($0 % 2 == 0 ? source : other).onNext($0)
        scheduler.advance(by: 5)
      }, connect: { Disposables.create() })
    let lifetimes = Self.stress(target, rounds: 30)
    // Run the scheduler again, because `subscribe(on:)` disposes there.
    scheduler.advance(by: 1_000)
    #expect(lifetimes.alive == 0)
    #expect(scheduler.pending == 0)
    #expect(!source.hasObservers)
    #expect(!other.hasObservers)
  }
}
