import Dispatch
import RxCore
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The schedulers of a dispatch queue, by name.
private enum Kind: CaseIterable, CustomTestStringConvertible {
  case serial, concurrent, main, concurrentMain

  var testDescription: String { "\(self)" }

  func make() -> any SchedulerType {
    switch self {
    case .serial: SerialDispatchQueueScheduler(qos: .userInitiated)
    case .concurrent: ConcurrentDispatchQueueScheduler(qos: .userInitiated)
    case .main: MainScheduler.instance
    case .concurrentMain: ConcurrentMainScheduler.instance
    }
  }
}

/// A scheduler that relies on the defaults for periodic and absolute work, and runs everything concurrently.
private final class Plain: SchedulerType {
  private let scheduler = ConcurrentDispatchQueueScheduler(qos: .userInitiated)

  var now: RxTime { scheduler.now }

  func schedule<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    scheduler.schedule(state, action: action)
  }

  func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    scheduler.scheduleRelative(state, dueTime: dueTime, action: action)
  }
}

@Suite("Schedulers of a dispatch queue", .dedicatedThreads)
struct QueueSchedulerTests {
  private func waitFor(_ semaphore: DispatchSemaphore) -> Bool { semaphore.wait(timeout: .now() + limit) == .success }

  @Test("work runs with its state, immediately, after a delay, and at a time", arguments: Kind.allCases)
  fileprivate func runs(kind: Kind) async {
    let scheduler = kind.make()
    let log = Recording<Int>()
    await withCheckedContinuation { continuation in
      let finish: @Sendable (Int) -> any Disposable = { number in
        if log.add(number) == 4 { continuation.resume() }
        return Disposables.create()
      }
      _ = scheduler.schedule(1, action: finish)
      _ = scheduler.scheduleRelative(2, dueTime: .milliseconds(1), action: finish)
      _ = scheduler.scheduleAbsolute(3, time: scheduler.now.addingTimeInterval(0.001), action: finish)
      _ = scheduler.scheduleAbsolute(4, time: scheduler.now.addingTimeInterval(-1000), action: finish)
    }
    #expect(log.elements.sorted() == [1, 2, 3, 4])
  }

  @Test("periodic work receives its last result as state, one call at a time, until disposed", arguments: Kind.allCases)
  fileprivate func periodic(kind: Kind) async {
    await checkPeriodic(kind.make())
  }

  @Test("the default implementation of periodic work, based on relative work, does the same")
  func defaultPeriodic() async {
    await checkPeriodic(Plain())
  }

  private func checkPeriodic(_ scheduler: any SchedulerType) async {
    let log = Recording<Int>()
    let box = SerialDisposable()
    await withCheckedContinuation { continuation in
      box.disposable = scheduler.schedulePeriodic(0, startAfter: .milliseconds(1), period: .microseconds(200)) {
        state in
        if log.add(state) == 20 {
          box.dispose()
          continuation.resume()
        }
        return state + 1
      }
    }
    #expect(Array(log.elements.prefix(20)) == Array(0..<20))
    #expect(log.elements.count == 20)
  }

  @Test("the disposable returned by work is disposed with the work, before or after the work ran")
  func disposesResult() {
    let log = Recording<Int>()
    let (ran, disposed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let scheduler = SerialDispatchQueueScheduler(qos: .default)
    let finish: @Sendable (Int) -> any Disposable = { number in
      ran.signal()
      return Disposables.create {
        log.add(number)
        disposed.signal()
      }
    }
    let both = [
      scheduler.schedule(1, action: finish), scheduler.scheduleRelative(2, dueTime: .nanoseconds(1), action: finish),
    ]
    #expect(waitFor(ran) && waitFor(ran))
    for one in both { one.dispose() }
    #expect(waitFor(disposed) && waitFor(disposed))
    #expect(log.elements.sorted() == [1, 2])
  }

  @Test("work disposed before its time does not run, and its captures are released", arguments: Kind.allCases)
  fileprivate func cancelled(kind: Kind) async {
    let scheduler = kind.make()
    let lifetimes = Lifetimes()
    let log = Recording<Int>()
    var kept: [any Disposable] = []
    do {
      let tracked = lifetimes.make()
      kept = [
        scheduler.scheduleRelative((), dueTime: .seconds(3600)) { _ in
          tracked.touch()
          log.add(1)
          return Disposables.create()
        },
        scheduler.scheduleAbsolute((), time: .distantFuture) { _ in
          tracked.touch()
          log.add(2)
          return Disposables.create()
        },
        scheduler.schedulePeriodic(0, startAfter: .seconds(3600), period: .seconds(1)) { state in
          tracked.touch()
          log.add(3)
          return state
        },
      ]
    }
    #expect(lifetimes.alive == 1)
    for one in kept { one.dispose() }
    await Self.turn(of: scheduler)
    #expect(lifetimes.waitUntilFreed())
    #expect(log.elements.isEmpty)
    withExtendedLifetime(kept) {}
  }

  @Test("work that ran retains none of its captures, even if it is not disposed", arguments: Kind.allCases)
  fileprivate func oneShot(kind: Kind) async {
    let scheduler = kind.make()
    let lifetimes = Lifetimes()
    let kept: Recording<any Disposable> = Recording()
    await withCheckedContinuation { continuation in
      let tracked = lifetimes.make()
      kept.add(
        scheduler.scheduleRelative((), dueTime: .milliseconds(1)) { _ in
          tracked.touch()
          continuation.resume()
          return Disposables.create()
        })
    }
    await Self.turn(of: scheduler)
    #expect(lifetimes.waitUntilFreed())
    #expect(kept.elements.count == 1)
  }

  // MARK: Limits of times

  @Test(
    "a due time of zero or less runs immediately", arguments: Kind.allCases,
    [RxTimeInterval.seconds(0), .nanoseconds(-1), .milliseconds(-5), .seconds(.min), .nanoseconds(.min)])
  fileprivate func dueTimeIsPast(kind: Kind, dueTime: RxTimeInterval) async {
    let scheduler = kind.make()
    await withCheckedContinuation { continuation in
      _ = scheduler.scheduleRelative((), dueTime: dueTime) { _ in
        continuation.resume()
        return Disposables.create()
      }
    }
    let states = await Self.states(2) {
      scheduler.schedulePeriodic(0, startAfter: dueTime, period: .milliseconds(1), action: $0)
    }
    #expect(states == [0, 1])
  }

  @Test("a due time of never does not run, and retains none of the work", arguments: Kind.allCases)
  fileprivate func dueTimeIsNever(kind: Kind) async {
    let scheduler = kind.make()
    let lifetimes = Lifetimes()
    var kept: [any Disposable] = []
    do {
      let tracked = lifetimes.make()
      kept = [
        scheduler.scheduleRelative((), dueTime: .never) { _ in
          tracked.touch()
          return Disposables.create()
        },
        scheduler.schedulePeriodic(0, startAfter: .never, period: .milliseconds(1)) { state in
          tracked.touch()
          return state
        },
      ]
    }
    #expect(lifetimes.alive == 0)
    for one in kept { one.dispose() }
  }

  @Test(
    "a due time that is too long for the clock never arrives, and can be disposed", arguments: Kind.allCases,
    [RxTimeInterval.seconds(.max), .milliseconds(.max), .microseconds(.max), .nanoseconds(.max)])
  fileprivate func dueTimeIsTooLong(kind: Kind, dueTime: RxTimeInterval) async {
    let scheduler = kind.make()
    let log = Recording<Int>()
    let lifetimes = Lifetimes()
    var kept: [any Disposable] = []
    do {
      let tracked = lifetimes.make()
      kept = [
        scheduler.scheduleRelative((), dueTime: dueTime) { _ in
          tracked.touch()
          log.add(1)
          return Disposables.create()
        },
        scheduler.schedulePeriodic(0, startAfter: dueTime, period: dueTime) { state in
          tracked.touch()
          log.add(2)
          return state
        },
      ]
    }
    await Self.turn(of: scheduler)
    for one in kept { one.dispose() }
    #expect(lifetimes.waitUntilFreed())
    #expect(log.elements.isEmpty)
  }

  @Test(
    "a period of zero or less repeats", arguments: Kind.allCases,
    [RxTimeInterval.seconds(0), .nanoseconds(-1), .seconds(-1), .seconds(.min), .nanoseconds(.min)])
  fileprivate func periodIsZero(kind: Kind, period: RxTimeInterval) async {
    let scheduler = kind.make()
    let states = await Self.states(11) {
      scheduler.schedulePeriodic(0, startAfter: .seconds(0), period: period, action: $0)
    }
    #expect(states == Array(0...10))
  }

  @Test("a period of never runs once, and retains nothing afterwards", arguments: Kind.allCases)
  fileprivate func periodIsNever(kind: Kind) async {
    let scheduler = kind.make()
    let lifetimes = Lifetimes()
    let log = Recording<Int>()
    let kept = Recording<any Disposable>()
    await withCheckedContinuation { continuation in
      let tracked = lifetimes.make()
      kept.add(
        scheduler.schedulePeriodic(7, startAfter: .milliseconds(1), period: .never) { state in
          tracked.touch()
          if log.add(state) == 1 { continuation.resume() }
          return state + 1
        })
    }
    await Self.turn(of: scheduler)
    #expect(lifetimes.waitUntilFreed())
    #expect(log.elements == [7])
  }

  @Test("a period that is too long for the clock runs once", arguments: Kind.allCases)
  fileprivate func periodIsTooLong(kind: Kind) async {
    let scheduler = kind.make()
    for period in [RxTimeInterval.seconds(.max), .nanoseconds(.max)] {
      let log = Recording<Int>()
      let work = SerialDisposable()
      await withCheckedContinuation { continuation in
        work.disposable = scheduler.schedulePeriodic(7, startAfter: .seconds(0), period: period) { state in
          if log.add(state) == 1 { continuation.resume() }
          return state + 1
        }
      }
      await Self.turn(of: scheduler)
      work.dispose()
      #expect(log.elements == [7])
    }
  }

  @Test(
    "a timer fires with any leeway",
    arguments: [
      RxTimeInterval.seconds(0), .nanoseconds(-1), .seconds(.min), .never, .seconds(.max), .nanoseconds(.max),
    ])
  func leeway(leeway: RxTimeInterval) async {
    let schedulers: [any SchedulerType] = [
      SerialDispatchQueueScheduler(qos: .userInitiated, leeway: leeway),
      SerialDispatchQueueScheduler(internalSerialQueueName: "leeway", leeway: leeway),
      ConcurrentDispatchQueueScheduler(qos: .userInitiated, leeway: leeway),
    ]
    for scheduler in schedulers {
      await Self.turn(of: scheduler)
      let states = await Self.states(2) {
        scheduler.schedulePeriodic(0, startAfter: .milliseconds(1), period: .milliseconds(1), action: $0)
      }
      #expect(states == [0, 1])
    }
  }

  @Test("an absolute time at either end of the calendar runs immediately or never", arguments: Kind.allCases)
  fileprivate func absoluteTime(kind: Kind) async {
    let scheduler = kind.make()
    let log = Recording<Int>()
    let never = scheduler.scheduleAbsolute((), time: .distantFuture) { _ in
      log.add(0)
      return Disposables.create()
    }
    await withCheckedContinuation { continuation in
      _ = scheduler.scheduleAbsolute((), time: .distantPast) { _ in
        continuation.resume()
        return Disposables.create()
      }
    }
    never.dispose()
    #expect(log.elements.isEmpty)
  }

  /// Starts periodic work, disposes it after `count` calls, and returns their states.
  private static func states(
    _ count: Int, of start: (@escaping @Sendable (Int) -> Int) -> any Disposable
  ) async -> [Int] {
    let log = Recording<Int>()
    let work = SerialDisposable()
    await withCheckedContinuation { continuation in
      work.disposable = start { state in
        if log.add(state) == count {
          work.dispose()
          continuation.resume()
        }
        return state + 1
      }
    }
    return Array(log.elements.prefix(count))
  }

  private static func turn(of scheduler: any SchedulerType) async {
    await withCheckedContinuation { continuation in
      _ = scheduler.scheduleRelative((), dueTime: .nanoseconds(1)) { _ in
        continuation.resume()
        return Disposables.create()
      }
    }
  }

  @Test("serial: work items run one after the other, in order, even over a concurrent queue")
  func serial() {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "serial")
    let log = Recording<Int>()
    let done = DispatchSemaphore(value: 0)
    for number in 0..<200 {
      _ = scheduler.schedule(number) { number in
        if log.add(number) == 200 { done.signal() }
        return Disposables.create()
      }
    }
    #expect(waitFor(done))
    #expect(log.elements == Array(0..<200))
  }

  @Test("concurrent: two work items that wait for each other both run")
  func concurrent() {
    let scheduler = ConcurrentDispatchQueueScheduler(queue: DispatchQueue(label: "both", attributes: .concurrent))
    let (one, two) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let done = DispatchSemaphore(value: 0)
    for (mine, other) in [(one, two), (two, one)] {
      _ = scheduler.schedule(()) { _ in
        mine.signal()
        if other.wait(timeout: .now() + limit) == .success { done.signal() }
        return Disposables.create()
      }
    }
    #expect(waitFor(done) && waitFor(done))
  }

  @Test("a recursion of 100,000 steps on a queue needs no stack")
  func deepRecursion() {
    let done = DispatchSemaphore(value: 0)
    let subscription = SerialDispatchQueueScheduler(qos: .userInitiated).scheduleRecursive(0) { step, recurse in
      if step == 100_000 { done.signal() } else { recurse(step + 1) }
    }
    #expect(done.wait(timeout: .now() + limit) == .success)
    subscription.dispose()
  }

  // MARK: The main queue

  @Test("main: work runs inline on the main queue if nothing is pending, otherwise in order")
  @MainActor
  func mainInline() async {
    let log = Recording<String>()
    let action: @Sendable (String) -> any Disposable = { name in
      log.add(name)
      return Disposables.create()
    }
    // A separate scheduler, because other tests use the shared one at the same time.
    let scheduler = MainScheduler()
    _ = scheduler.schedule("inline", action: action)
    #expect(log.elements == ["inline"])
    DispatchQueue.global().sync { _ = scheduler.schedule("pending", action: action) }
    _ = scheduler.schedule("behind", action: action)
    #expect(log.elements == ["inline"])
    _ = ConcurrentMainScheduler.instance.schedule("at once", action: action)
    #expect(log.elements == ["inline", "at once"])
    _ = MainScheduler.asyncInstance.schedule("never inline", action: action)
    await mainQueueRound()
    #expect(log.elements == ["inline", "at once", "pending", "behind", "never inline"])
    _ = scheduler.schedule("inline again", action: action)
    #expect(log.elements.last == "inline again")
  }

  @Test("main: work scheduled from inside waits, and disposed work does not block later work")
  @MainActor
  func mainNested() async {
    let log = Recording<String>()
    let scheduler = MainScheduler()
    _ = scheduler.schedule(()) { _ in
      log.add("begins")
      scheduler.schedule(()) { _ in
        log.add("cancelled")
        return Disposables.create()
      }.dispose()
      log.add("ends")
      return Disposables.create()
    }
    #expect(log.elements == ["begins", "ends"])
    await mainQueueRound()
    _ = scheduler.schedule(()) { _ in
      log.add("inline")
      return Disposables.create()
    }
    #expect(log.elements == ["begins", "ends", "inline"])
  }

  @Test("main: ensureExecutingOnScheduler returns on the main queue and queues that target it, else stops the program")
  @MainActor
  func ensures() async {
    MainScheduler.ensureExecutingOnScheduler()
    MainScheduler.ensureRunningOnMainThread()
    await #expect(processExitsWith: .failure) {
      DispatchQueue.global().sync { MainScheduler.ensureExecutingOnScheduler(errorMessage: "elsewhere") }
    }
    await #expect(processExitsWith: .success) {
      let scheduler = SerialDispatchQueueScheduler(queue: .main, internalSerialQueueName: "on the main queue")
      await withCheckedContinuation { continuation in
        _ = scheduler.schedule(()) { _ in
          MainScheduler.ensureExecutingOnScheduler()
          continuation.resume()
          return Disposables.create()
        }
      }
    }
  }
}
