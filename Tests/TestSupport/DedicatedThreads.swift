import Dispatch
import Foundation
public import Testing

extension Trait where Self == DedicatedThreads {
  /// Runs the tests on threads of their own, so that they may block.
  ///
  /// Swift's tasks share as many threads as there are processors, and on Linux `DispatchQueue.global()` uses the same
  /// ones. A test that blocks one of them, waiting for a semaphore, a process or a thread, takes it from the tasks and
  /// queues of all others, and perhaps from what it waits for itself.
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

/// Runs `body`, which may block, on a thread of its own, while the caller waits without blocking.
public func onDedicatedThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    startThread { continuation.resume(with: Swift.Result(catching: body)) }
  }
}

/// A few threads that run tests which block. No more, or hundreds of tests would run at once, each of them slowly.
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
