internal import CTesting
internal import DeliveryCore
import Dispatch

/// Receives the reports of the concurrency runtime and of the deliveries.
enum TestRuntime {
  static let registry = WorkRegistry()

  /// Sets the hooks of the process, once. Work that has no scheduler is left to the runtime.
  static let installed: Void = {
    let main = unsafeBitCast(WatchedMainExecutor.shared.asUnownedSerialExecutor(), to: c_testing_executor.self)
    c_testing_set_hooks(
      { job in
        guard let job, let work = TestRuntime.registry.begin(job: job) else { return false }
        WatchedPool.shared.run(unsafeBitCast(job, to: UnownedJob.self), of: work)
        return true
      }, { TestRuntime.registry.current != nil }, main)
    WatchedWork.watch {
      let registry = TestRuntime.registry
      return registry.current.map { WatchedDelivery(registry.begin($0)) }
    }
  }()

  static func number(of task: Task<Void, Never>) -> UInt64 {
    withExtendedLifetime(task) { c_testing_task(unsafeBitCast(task, to: UnsafeMutableRawPointer.self)) }
  }
}

/// The pool for the tasks of schedulers. It counts its jobs; otherwise, it does what the usual one does.
private final class WatchedPool: TaskExecutor {
  static let shared = WatchedPool()

  /// Called by `Task.yield()`, which does not call the hook.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    run(job, of: TestRuntime.registry.begin(job: unsafeBitCast(job, to: UnsafeMutableRawPointer.self)))
  }

  func run(_ job: UnownedJob, of work: TestWork?) {
    DispatchQueue.global().async {
      TestWork.run(work) { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
}

/// The main actor's executor for the tasks of schedulers. It runs its jobs on the main queue, as the usual one does, and
/// counts them.
private final class WatchedMainExecutor: SerialExecutor {
  static let shared = WatchedMainExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let work = TestRuntime.registry.begin(job: unsafeBitCast(job, to: UnsafeMutableRawPointer.self))
    DispatchQueue.main.async {
      TestWork.run(work) { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(.main)) }
}
