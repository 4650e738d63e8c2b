public import Dispatch
import Foundation
import Synchronization
public import Testing

/// A limit that matters on failure only.
public let limit = DispatchTimeInterval.seconds(180)

/// Runs `body` on a new thread.
///
/// Not on `DispatchQueue.global()`: its few threads may be busy with whatever else runs, so what must run at the same
/// time as the caller would run after it.
public func startThread(stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void) {
  let thread = Thread(block: body)
  // As much as the main thread has, unless asked for less.
  thread.stackSize = stackSize ?? 8 << 20
  thread.start()
}

/// Runs `body` on as many threads at once, and returns when all have ended. Fails the test if they do not.
public func onThreads(
  _ count: Int, sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable (Int) -> Void
) {
  let start = DispatchSemaphore(value: 0)
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    startThread {
      start.wait()
      body(index)
      group.leave()
    }
  }
  for _ in 0..<count { start.signal() }
  #expect(group.wait(timeout: .now() + limit) == .success, "a deadlock", sourceLocation: sourceLocation)
}

/// Runs `body` on another thread and waits for its end.
public func onAnotherThread(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable () -> Void
) {
  onThreads(1, sourceLocation: sourceLocation) { _ in body() }
}

/// Where threads wait for each other, again and again, to go on at the same moment.
public final class Barrier: Sendable {
  private let size: Int
  private let arrivals = Atomic<Int>(0)

  /// Makes a meeting of so many threads.
  public init(of size: Int) {
    self.size = size
  }

  /// Waits until all have come. The processor is offered to others meanwhile, but the thread does not sleep: who is
  /// woken comes too late for a race.
  public func wait() {
    let number = arrivals.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    let all = (number + size - 1) / size * size
    let end = DispatchTime.now() + limit
    while arrivals.load(ordering: .acquiring) < all, DispatchTime.now() < end { sched_yield() }
  }
}

/// Runs `body` on a new thread with a stack of so many bytes, and waits for its end. The default of 512 KB is what
/// secondary threads have on Apple platforms.
public func withStack(of size: Int = 512 * 1024, _ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  startThread(stackSize: size) {
    body()
    done.signal()
  }
  done.wait()
}
