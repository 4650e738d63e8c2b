import Dispatch
import RxCore
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A scheduler with its own queue. Its first timer fires before the call that starts the timer has returned.
final class HastyScheduler: SchedulerType {
  private let key = DispatchSpecificKey<Bool>()
  private let queue = DispatchQueue(label: "hasty")
  private let hasStarted = Guarded(false)

  init() {
    queue.setSpecific(key: key, value: true)
  }

  var now: RxTime { RxTime() }

  var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  func schedule<State>(
    _ state: State, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    nonisolated(unsafe) let state = state  // The caller does not use it afterwards.
    queue.async { _ = action(state) }
    return Disposables.create()
  }

  func scheduleRelative<State>(
    _ state: State, dueTime: RxTimeInterval, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    let isFirst = hasStarted.withLock { !exchange(&$0, with: true) }
    let scheduled = schedule(state, action: action)
    if isFirst { queue.sync {} }
    return scheduled
  }
}

/// Expects that an element is emitted on the scheduler, although it becomes due while it arrives.
func expectOnScheduler(
  _ delayed: (Observable<Int>, HastyScheduler) -> Observable<Int>, sourceLocation: SourceLocation = #_sourceLocation
) {
  let (source, scheduler) = (PublishSubject<Int>(), HastyScheduler())
  let wasOnScheduler = Recording<Bool>()
  let done = DispatchSemaphore(value: 0)
  let subscription = delayed(source, scheduler).subscribe(onNext: { _ in
    wasOnScheduler.add(scheduler.isCurrent)
    done.signal()
  })
  source.onNext(1)
  #expect(done.wait(timeout: .now() + limit) == .success, sourceLocation: sourceLocation)
  #expect(wasOnScheduler.elements == [true], sourceLocation: sourceLocation)
  subscription.dispose()
}
