import Dispatch
import TestSupport
import Testing

@testable import RxCore

@Suite("Timers that share a dispatch timer", .dedicatedThreads)
struct SharedTimerTests {
  private let scheduler = SerialDispatchQueueScheduler(qos: .userInitiated)

  @Test("a timer that is started later and due earlier fires first")
  func earlierOvertakes() async {
    let log = Recording<Int>()
    let late = scheduler.scheduleRelative((), dueTime: .seconds(3600)) { _ in Disposables.create() }
    await withCheckedContinuation { continuation in
      for (number, dueTime) in [(3, 30), (2, 20), (1, 10)] {
        _ = scheduler.scheduleRelative(number, dueTime: .milliseconds(dueTime)) { number in
          if log.add(number) == 3 { continuation.resume() }
          return Disposables.create()
        }
      }
    }
    #expect(log.elements == [1, 2, 3])
    late.dispose()
  }

  @Test("a timer fires after an earlier one was cancelled")
  func cancelledFirst() async {
    let log = Recording<Int>()
    await withCheckedContinuation { continuation in
      let early = scheduler.scheduleRelative(1, dueTime: .milliseconds(10)) { number in
        log.add(number)
        return Disposables.create()
      }
      _ = scheduler.scheduleRelative(2, dueTime: .milliseconds(20)) { number in
        log.add(number)
        continuation.resume()
        return Disposables.create()
      }
      early.dispose()
    }
    #expect(log.elements == [2])
  }

  @Test("timers fire after the caller has released the scheduler, and are released themselves")
  func outliveScheduler() async {
    let lifetimes = Lifetimes()
    let released = DispatchSemaphore(value: 0)
    await withCheckedContinuation { continuation in
      do {
        let tracked = lifetimes.make()
        let scheduler = ConcurrentDispatchQueueScheduler(qos: .userInitiated)
        _ = scheduler.scheduleRelative((), dueTime: .milliseconds(1)) { _ in
          #expect(released.wait(timeout: .now() + limit) == .success)
          tracked.touch()
          continuation.resume()
          return Disposables.create()
        }
      }
      released.signal()
    }
    #expect(lifetimes.waitUntilFreed())
  }

  @Test("on a concurrent queue, timers due at the same time may wait for each other")
  func concurrent() {
    let scheduler = ConcurrentDispatchQueueScheduler(qos: .userInitiated)
    let (one, two, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    for (mine, other) in [(one, two), (two, one)] {
      _ = scheduler.scheduleRelative((), dueTime: .milliseconds(1)) { _ in
        mine.signal()
        if other.wait(timeout: .now() + limit) == .success { end.signal() }
        return Disposables.create()
      }
    }
    #expect(end.wait(timeout: .now() + limit) == .success && end.wait(timeout: .now() + limit) == .success)
  }

  @Test("timers that threads start and cancel at the same time fire once or not at all, and are released")
  func stress() {
    let lifetimes = Lifetimes()
    let fired = Recording<Int>()
    let group = DispatchGroup()
    onThreads(4) { thread in
      for number in 0..<500 {
        let tracked = lifetimes.make()
        let isCancelled = number % 3 == 0
        if !isCancelled { group.enter() }
        let work = scheduler.scheduleRelative((), dueTime: .microseconds(1 + (number * 37 + thread) % 700)) { _ in
          tracked.touch()
          if !isCancelled {
            fired.add(number)
            group.leave()
          }
          return Disposables.create()
        }
        if isCancelled { work.dispose() }
      }
    }
    #expect(group.wait(timeout: .now() + limit) == .success)
    #expect(fired.elements.count == 4 * (500 - 167))
    #expect(lifetimes.waitUntilFreed())
  }
}
