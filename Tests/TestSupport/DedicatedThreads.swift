import Dispatch
import Foundation
public import Testing

extension Trait where Self == DedicatedThreads {
  /// Runs tests on dedicated threads, so that they may block.
  ///
  /// Swift's tasks share as many threads as there are processors, and on Linux `DispatchQueue.global()` uses the same
  /// threads. A test that blocks such a thread delays the tasks and queues of other tests, and perhaps the work for
  /// which the test waits.
  public static var dedicatedThreads: Self { DedicatedThreads() }
}

/// See ``Testing/Trait/dedicatedThreads``.
public struct DedicatedThreads: SuiteTrait, TestTrait, TestScoping {
  public let isRecursive = true

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(BlockingThreads.shared, operation: function)
  }
}

/// Runs `body`, which may block, on its own thread, and waits for it without blocking the caller.
public func onDedicatedThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    startThread { continuation.resume(with: Swift.Result(catching: body)) }
  }
}

/// A few threads for blocking tests. With more threads, hundreds of tests would run slowly at the same time.
private final class BlockingThreads: TaskExecutor {
  static let shared = BlockingThreads(count: max(4, ProcessInfo.processInfo.activeProcessorCount))

  private let jobs = Guarded<[UnownedJob]>([])
  private let waiting = DispatchSemaphore(value: 0)

  private init(count: Int) {
    for _ in 0..<count {
      startThread { [self] in
        while true {
          waiting.wait()
          if let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
          }
        }
      }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    waiting.signal()
  }
}
