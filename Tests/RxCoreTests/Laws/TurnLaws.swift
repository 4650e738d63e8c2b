import Dispatch
import OperatorTable
import RxCore
import RxTesting
import TestSupport
import Testing

/// R6: work that a queue delivers does not depend on what runs on the thread that delivers it.
@Suite("laws of work on a queue")
@MainActor struct TurnLaws {
  /// The ways in which work waits for the main queue.
  enum Place: CaseIterable {
    case schedule, relative, observeOn, concurrentMain

    /// Passes `work` to the main queue, where it waits.
    func pass(_ work: @escaping @Sendable () -> Void) {
      let action: @Sendable (()) -> any Disposable = { _ in
        work()
        return Disposables.create()
      }
      let never = MainScheduler.asyncInstance
      switch self {
      case .schedule: _ = never.schedule((), action: action)
      case .relative: _ = never.scheduleRelative((), dueTime: .nanoseconds(0), action: action)
      case .observeOn: _ = Observable.just(0).observe(on: never).subscribe(onNext: { _ in work() })
      case .concurrentMain:
        onAnotherThread { _ = ConcurrentMainScheduler.instance.schedule((), action: action) }
      }
    }
  }

  @Test(
    "an operator that is subscribed to in such work emits as it does on an idle thread", arguments: OperatorCase.all,
    Place.allCases)
  func isIdle(_ operation: OperatorCase, place: Place) async {
    let (expected, seen) = (Recording<String>(), Recording<String>())
    let source = Observable.from([1, 2, 3])
    @Sendable func run(_ log: Recording<String>) {
      let scheduler = HistoricalScheduler()
      let setting = OperatorCase.Setting(source: source, other: .of(10, 20), scheduler: scheduler, touch: {})
      let subscription = operation(setting).subscribe { log.add("\($0)") }
      log.add("subscribed")
      subscription.dispose()
    }
    await onIdleThread { run(expected) }
    // In a run of this thread's trampoline, something waits on the main queue, and what is then scheduled there delivers
    // all that waits.
    _ = CurrentThreadScheduler.instance.schedule(()) { _ in
      place.pass { run(seen) }
      _ = MainScheduler.instance.schedule(()) { _ in Disposables.create() }
      return Disposables.create()
    }
    await mainQueueRound()
    #expect(seen.elements == expected.elements)
  }

  private func onIdleThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { done in
      startThread {
        body()
        done.resume()
      }
    }
  }

  @Test("events for the current thread do not wait for the end of the turn that delivers them")
  func observeOnCurrentThread() async {
    let (second, log) = (SerialDisposable(), Recording<String>())
    let main = MainScheduler.asyncInstance
    _ = Observable.just(0).subscribe(on: MainScheduler.instance).subscribe(onNext: { _ in
      _ = Observable.just("first").observe(on: main).observe(on: CurrentThreadScheduler.instance)
        .subscribe(onNext: {
          log.add($0)
          second.dispose()
        })
      second.disposable = Observable.just("second").observe(on: main).subscribe(onNext: { log.add($0) })
    })
    await mainQueueRound()
    #expect(log.elements == ["first"])
  }
}
