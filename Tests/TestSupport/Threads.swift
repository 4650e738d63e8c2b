public import Dispatch
import Foundation
import Synchronization
public import Testing

/// How long tests wait before they fail. The limit does not delay passing tests.
///
/// The limit exceeds the duration of all tests together on a slow machine. All tests start at the same time, so a test
/// may wait for work that gets a processor only after most of the others. `TEST_LIMIT=10 swift test --filter ...` sets
/// the limit to 10 seconds.
public let limit = DispatchTimeInterval.seconds(limitInSeconds)

/// The same limit for system functions.
let limitInMilliseconds = Int32(limitInSeconds * 1000)

/// The same limit for `toBlocking`.
public let limitInSeconds = ProcessInfo.processInfo.environment["TEST_LIMIT"].flatMap { Int($0) } ?? 600

/// Runs `body` on a new thread.
///
/// `DispatchQueue.global()` would not do: its few threads may be busy, and `body` must run at the same time as the
/// caller.
public func startThread(stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void) {
  let thread = Thread(block: body)
  // The same default as for the main thread.
  thread.stackSize = stackSize ?? 8 << 20
  thread.start()
}

/// Runs `body` on `count` threads at the same time and waits for all of them. Fails the test if they do not end.
public func onThreads(
  _ count: Int, sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable (Int) -> Void
) {
  #expect(runThreads(count, body), "The threads did not end: a deadlock?", sourceLocation: sourceLocation)
}

/// Runs `body` on `count` threads at the same time and waits for all of them. Returns `false` if they do not end.
public func runThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> Bool {
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
  return group.wait(timeout: .now() + limit) == .success
}

/// Runs `body` on another thread and waits until it ends.
public func onAnotherThread(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable () -> Void
) {
  onThreads(1, sourceLocation: sourceLocation) { _ in body() }
}

/// Makes threads wait for each other, so that they continue at the same moment. A barrier can be used repeatedly.
public final class Barrier: Sendable {
  private let size: Int
  private let arrivals = Atomic<Int>(0)

  /// Makes a barrier for `size` threads.
  public init(of size: Int) {
    self.size = size
  }

  /// Waits until all threads have called this. The thread yields but does not block, because a thread that must be
  /// woken continues too late for a race.
  public func wait() {
    let number = arrivals.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    let all = (number + size - 1) / size * size
    let end = DispatchTime.now() + limit
    while arrivals.load(ordering: .acquiring) < all, DispatchTime.now() < end { sched_yield() }
  }
}

/// Runs `body` on a new thread with a stack of `size` bytes, and waits until it ends. The default of 512 KB is the size
/// for secondary threads on Apple platforms.
public func withStack(of size: Int = 512 * 1024, _ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  startThread(stackSize: size) {
    body()
    done.signal()
  }
  done.wait()
}
