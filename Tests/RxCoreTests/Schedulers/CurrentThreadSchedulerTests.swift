import Dispatch
import RxCore
import TestSupport
import Testing

@Suite("CurrentThreadScheduler and the trampoline", .dedicatedThreads)
struct CurrentThreadSchedulerTests {
  private let scheduler = CurrentThreadScheduler.instance

  /// Emits its elements one by one through the trampoline, as `from` does.
  private func counting(_ elements: [Int], on log: Recording<String>? = nil) -> Observable<Int> {
    .create { observer in
      CurrentThreadScheduler.instance.scheduleRecursive(0) { index, recurse in
        if index == elements.count {
          observer.onCompleted()
        } else {
          observer.onNext(elements[index])
          recurse(index + 1)
        }
      }
    }
  }

  @Test("work runs immediately if nothing is running on the thread, otherwise after the running work")
  func waitsItsTurn() {
    let log = Recording<String>()
    #expect(CurrentThreadScheduler.isScheduleRequired)
    _ = scheduler.schedule(()) { _ in
      log.add("outer begins, \(CurrentThreadScheduler.isScheduleRequired)")
      for number in 1...2 {
        _ = CurrentThreadScheduler.instance.schedule(number) { number in
          log.add("inner \(number)")
          _ = CurrentThreadScheduler.instance.schedule(()) { _ in
            log.add("innermost \(number)")
            return Disposables.create()
          }
          return Disposables.create()
        }
      }
      log.add("outer ends")
      return Disposables.create()
    }
    #expect(CurrentThreadScheduler.isScheduleRequired)
    #expect(
      log.elements == [
        "outer begins, false", "outer ends", "inner 1", "inner 2", "innermost 1", "innermost 2",
      ])
  }

  @Test("work disposed before it begins does not run, and none of it is retained")
  func disposedWork() {
    let lifetimes = Lifetimes()
    let log = Recording<Int>()
    _ = scheduler.schedule(()) { _ in
      let tracked = lifetimes.make()
      let waiting = CurrentThreadScheduler.instance.schedule(()) { _ in
        tracked.touch()
        log.add(1)
        return Disposables.create()
      }
      waiting.dispose()
      return Disposables.create()
    }
    #expect(log.elements.isEmpty)
    #expect(lifetimes.alive == 0)
  }

  @Test("the disposable returned by work is disposed with the work")
  func disposesResult() {
    let log = Recording<Int>()
    _ = scheduler.schedule(()) { _ in
      let box = SerialDisposable()
      box.disposable = CurrentThreadScheduler.instance.schedule(()) { _ in Disposables.create { log.add(1) } }
      _ = CurrentThreadScheduler.instance.schedule(()) { _ in
        box.dispose()
        return Disposables.create()
      }
      return Disposables.create()
    }
    #expect(log.elements == [1])
  }

  @Test("sources that are subscribed to inside a subscription alternate")
  func takesTurns() {
    let seen = Recording<Int>()
    let both = Observable<Int>.merge([counting([1, 2, 3]), counting([10, 20, 30])])
    _ = both.subscribe(onNext: { seen.add($0) })
    #expect(seen.elements == [1, 10, 2, 20, 3, 30])
  }

  @Test("a subscription made during another one on the same thread waits for it")
  func nestedSubscription() {
    let log = Recording<String>()
    let inner = counting([1, 2])
    _ = Observable<Int>.create { observer in
      log.add("begins")
      let subscription = inner.subscribe(onNext: { log.add("\($0)") })
      log.add("ends")
      return subscription
    }.subscribe()
    #expect(log.elements == ["begins", "ends", "1", "2"])
  }

  @Test("each thread has its own trampoline")
  func perThread() {
    let log = Recording<Bool>()
    _ = scheduler.schedule(()) { _ in
      withStack { log.add(CurrentThreadScheduler.isScheduleRequired) }
      return Disposables.create()
    }
    #expect(log.elements == [true])
  }

  @Test("a recursion of 100,000 steps needs no stack")
  func deepRecursion() {
    let seen = Recording<Int>()
    withStack {
      _ = CurrentThreadScheduler.instance.scheduleRecursive(0) { step, recurse in
        if step == 100_000 { seen.add(step) } else { recurse(step + 1) }
      }
    }
    #expect(seen.elements == [100_000])
  }

  @Test("a recursion that is disposed stops")
  func disposedRecursion() {
    let seen = Recording<Int>()
    let box = SerialDisposable()
    _ = scheduler.schedule(()) { _ in
      box.disposable = CurrentThreadScheduler.instance.scheduleRecursive(0) { step, recurse in
        seen.add(step)
        if step == 3 { box.dispose() }
        recurse(step + 1)
      }
      return Disposables.create()
    }
    #expect(seen.elements == [0, 1, 2, 3])
  }

  @Test("each call of recurse causes one more run")
  func branchingRecursion() {
    let seen = Recording<Int>()
    _ = scheduler.scheduleRecursive(1) { node, recurse in
      seen.add(node)
      if node < 4 {
        recurse(node * 2)
        recurse(node * 2 + 1)
      }
    }
    #expect(seen.elements == [1, 2, 3, 4, 5, 6, 7])
  }
}

@Suite("Long chains on a small stack", .dedicatedThreads)
struct LongChainTests {
  private static let length = 10_000

  /// Passes content from one thread to the next.
  private final class Box<Content>: @unchecked Sendable {  // Used by one thread at a time.
    var content: Content?

    init(_ content: Content? = nil) {
      self.content = content
    }
  }

  private static func chain(on source: Observable<Int>, lifetimes: Lifetimes) -> Observable<Int> {
    let tracked = lifetimes.make()
    return (0..<length).reduce(source) { source, _ in
      source.map { element in
        tracked.touch()
        return element
      }
    }
  }

  @Test("10,000 operators are disposed and freed on a secondary thread", arguments: [true, false])
  func disposal(ends: Bool) {
    let lifetimes = Lifetimes()
    let subject = PublishSubject<Int>()
    let subscription = Box<any Disposable>()
    let chain = Box<Observable<Int>>()
    let log = Recording<String>()
    withStack(of: 512 * 1024 * 1024) {
      let made = Self.chain(on: subject, lifetimes: lifetimes)
      subscription.content = made.subscribe(onNext: { log.add("\($0)") }, onCompleted: { log.add("completed") })
      chain.content = made
      subject.onNext(1)
      if ends { subject.onCompleted() }
    }
    withStack {
      subscription.content?.dispose()
      subscription.content = nil
    }
    #expect(log.elements == (ends ? ["1", "completed"] : ["1"]))
    #expect(!subject.hasObservers)
    withStack(of: 512 * 1024 * 1024) { chain.content = nil }
    #expect(lifetimes.alive == 0)
  }

  fileprivate enum Stage: CaseIterable {
    case share, group, action, flatten, resource

    func make(_ source: Observable<Int>) -> Observable<Int> {
      switch self {
      case .share: source.share()
      case .group: source.groupBy { $0 }.flatMap { $0 }
      case .action: source.do(onDispose: {})
      case .flatten: source.flatMap { Observable.just($0) }
      case .resource: .using({ BooleanDisposable() }, observableFactory: { _ in source })
      }
    }
  }

  @Test("1,000 stages of other kinds are disposed on a secondary thread", arguments: Stage.allCases)
  fileprivate func otherStages(stage: Stage) {
    let subject = PublishSubject<Int>()
    let subscription = Box<any Disposable>()
    let chain = Box<Observable<Int>>()
    withStack(of: 512 * 1024 * 1024) {
      let made = (0..<1000).reduce(subject as Observable<Int>) { source, _ in stage.make(source) }
      subscription.content = made.subscribe()
      chain.content = made
      subject.onNext(1)
    }
    withStack {
      subscription.content?.dispose()
      subscription.content = nil
    }
    #expect(!subject.hasObservers)
    withStack(of: 512 * 1024 * 1024) { chain.content = nil }
  }
}
