internal import CTesting
internal import DeliveryCore
import Dispatch

/// The work that one ``TestScheduler`` waits for: jobs of tasks, and deliveries on queues, that wait or run.
///
///     a task of the test ──enqueues──▶ job ─────▶ a thread of the pool, or the main queue ──▶ done
///     code of such a job ──sends─────▶ delivery ─▶ its queue ───────────────────────────────▶ done
///
/// Work belongs to the scheduler of the task that has caused it. So parallel tests do not wait for each other. The
/// tasks of a scheduler are the task that creates it, those that use it, and, from then on, those that they start or
/// resume. Tasks older than the scheduler are not: a test's end resumes the task that runs all tests.
final class TestWork: @unchecked Sendable {
  // Guarded by the lock of the registry.
  /// The number of pieces that wait or run.
  var count = 0
  var isOpen = true
  /// The tasks that wait until nothing waits or runs. The last is resumed first.
  var waiting: [CheckedContinuation<Void, Never>] = []
  /// The numbers of its tasks.
  var tasks: [UInt64] = []
  /// The number of the newest task that is older than this object.
  let newestFormerTask: UInt64

  /// Begins, with the calling task as the first. Outside a task, as in a property of an `XCTestCase`, all new tasks that
  /// have no other scheduler are of this one.
  init() {
    TestRuntime.installed
    let newest = Task.detached {}
    newestFormerTask = TestRuntime.number(of: newest)
    TestRuntime.registry.add(self)
  }

  /// Nobody waits any more.
  func close() { TestRuntime.registry.remove(self) }

  /// Makes the calling task one of these tasks, unless it has another scheduler.
  func join() { TestRuntime.registry.join(self) }

  /// The works that a wait of the calling task is for: these, and those of the scheduler that the task created last.
  var all: [TestWork] {
    let other = TestRuntime.registry.workOfCurrentTask
    return other == nil || other === self ? [self] : [self, other].compactMap { $0 }
  }

  /// Waits until none of the works waits or runs, apart from the caller.
  ///
  /// - Parameter isLast: whether other tasks that wait for that continue before the caller does.
  nonisolated(nonsending) static func wait(for works: [TestWork], isLast: Bool) async {
    repeat {
      for work in works { await work.wait(isLast: isLast) }
    } while works.count > 1 && !TestRuntime.registry.isIdle(works)
  }

  private nonisolated(nonsending) func wait(isLast: Bool) async {
    await withCheckedContinuation { continuation in
      if TestRuntime.registry.append(continuation, to: self, isLast: isLast) { return }
      // Nothing runs, and the caller's job is not one that was counted. It is resumed by one that is, so that what follows
      // it on its actor is counted, too.
      let work = TestRuntime.registry.begin(self)
      DispatchQueue.global().async { Self.run(work) { continuation.resume() } }
    }
  }

  /// Runs `body`, a piece of `work` that has been counted, and counts it as done.
  static func run(_ work: TestWork?, _ body: () -> Void) {
    guard let work else { return body() }
    let former = work.enter()
    body()
    work.done()
    work.leave(former)
  }

  /// From now until ``leave(_:)``, what the calling thread causes is part of this work.
  fileprivate func enter() -> c_testing_context {
    let former = c_testing_get()
    c_testing_set(
      c_testing_context(work: Unmanaged.passUnretained(self).toOpaque(), task: c_testing_current_task()))
    return former
  }

  fileprivate func leave(_ former: c_testing_context) { c_testing_set(former) }

  /// Counts a piece of work as done. If it was the last, resumes one of the tasks that wait for that. The others wait for
  /// this one.
  fileprivate func done() {
    guard var waiting = TestRuntime.registry.end(self) else { return }
    let former = enter()
    while true {
      waiting.resume()
      // A task with an executor of its own is not counted, so that its end resumes no other.
      guard let next = TestRuntime.registry.nextWaiting(for: self) else { break }
      waiting = next
    }
    leave(former)
  }
}

/// A delivery on a queue.
final class WatchedDelivery: WatchedWork {
  private let work: TestWork
  private var former = c_testing_context()

  init(_ work: TestWork) {
    self.work = work
    super.init()
  }

  override func begin() { former = work.enter() }
  override func end() { work.leave(former) }

  deinit { work.done() }
}
