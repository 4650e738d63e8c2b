import Dispatch
import RxCore
import Synchronization
import TestSupport
import Testing

/// Calls `second` while the first event, which `first` emits on another thread, is still being delivered.
///
/// Returns the events as text, with `overlap` among them if two calls of the observer overlapped.
func eventsWhenOverlapping<Element: Sendable>(
  _ source: Observable<Element>, first: @escaping @Sendable () -> Void, second: () -> Void
) -> [String] {
  let events = Guarded<[String]>([])
  let isInside = Atomic<Bool>(false)
  let entered = DispatchSemaphore(value: 0)
  let release = DispatchSemaphore(value: 0)
  let done = DispatchSemaphore(value: 0)
  let subscription = source.subscribe { event in
    let overlaps = isInside.exchange(true, ordering: .acquiringAndReleasing)
    let isFirst = events.withLock {
      if overlaps { $0.append("overlap") }
      $0.append("\(event)")
      return $0.count == 1
    }
    if isFirst {
      entered.signal()
      _ = release.wait(timeout: .now() + limit)
    }
    isInside.store(false, ordering: .releasing)
  }
  startThread {
    first()
    done.signal()
  }
  _ = entered.wait(timeout: .now() + limit)
  second()
  release.signal()
  _ = done.wait(timeout: .now() + limit)
  subscription.dispose()
  return events.withLock { $0 }
}

/// Emits from two threads at the same time. Returns the number of elements received, and whether two calls overlapped.
func emitFromTwoThreads<Element: Sendable>(
  _ source: Observable<Element>, times: Int = 2_000, _ one: @escaping @Sendable (Int) -> Void,
  _ other: @escaping @Sendable (Int) -> Void
) -> (count: Int, overlapped: Bool) {
  let recording = source.record()
  onThreads(2) { index in
    let emit = index == 0 ? one : other
    for number in 0..<times { emit(number) }
  }
  recording.dispose()
  return (recording.elements.count, recording.hasOverlapped)
}

/// Whether the observer of `source` is deallocated after `end` has ended the subscription.
func freesObserver<Element>(
  of source: Observable<Element>, after end: (any Disposable) -> Void
) -> Bool {
  weak var weakToken: Token?
  do {
    let token = Token()
    weakToken = token
    let subscription = source.subscribe(onNext: { [token] _ in _ = token }, onError: { [token] _ in _ = token })
    end(subscription)
  }
  return weakToken == nil
}

private final class Token: Sendable {}
