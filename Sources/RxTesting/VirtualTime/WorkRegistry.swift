internal import CTesting
internal import DeliveryCore

/// All open works, and their tasks.
final class WorkRegistry: @unchecked Sendable {
  private let lock = Lock()
  private var works: [UInt64: TestWork] = [:]
  /// The works that began outside a task.
  private var general: [TestWork] = []

  /// The open work for which the calling thread, or its task, works.
  var current: TestWork? { lock.withLock { lockedCurrent } }

  /// The open work of the calling task.
  var workOfCurrentTask: TestWork? { lock.withLock { works[c_testing_current_task()] } }

  private var lockedCurrent: TestWork? {
    let (thread, task) = (c_testing_get(), c_testing_current_task())
    let work = thread.work.map { Unmanaged<TestWork>.fromOpaque($0).takeUnretainedValue() }
    let ofThread = work?.isOpen == true ? work : nil
    // A delivery may run inside a task of another test, on the main queue for example. On the other hand, a job of an
    // actor may run tasks of another test.
    return (thread.task == task ? ofThread : nil) ?? works[task] ?? ofThread ?? general.last
  }

  func add(_ work: TestWork) {
    let task = c_testing_current_task()
    lock.withLock { task == 0 ? general.append(work) : add(task, to: work) }
  }

  private func add(_ task: UInt64, to work: TestWork) {
    works[task] = work
    work.tasks.append(task)
  }

  func remove(_ work: TestWork) {
    lock.withLock {
      work.isOpen = false
      general.removeAll { $0 === work }
      for task in work.tasks where works[task] === work { works[task] = nil }
    }
  }

  func join(_ work: TestWork) {
    let task = c_testing_current_task()
    if task == 0 { return }
    lock.withLock { if works[task] == nil { add(task, to: work) } }
  }

  /// Counts a job that is being enqueued, if it belongs to an open work: to that of its task; for a new task, to that of
  /// its creator.
  func begin(job: UnsafeMutableRawPointer) -> TestWork? {
    let task = c_testing_task(job)
    return lock.withLock {
      if task == 0 { return lockedCurrent.map(lockedBegin) }
      if let known = works[task] { return lockedBegin(known) }
      guard let work = lockedCurrent, task > work.newestFormerTask else { return nil }
      add(task, to: work)
      return lockedBegin(work)
    }
  }

  /// Counts a piece of `work`, and returns it.
  func begin(_ work: TestWork) -> TestWork { lock.withLock { lockedBegin(work) } }

  private func lockedBegin(_ work: TestWork) -> TestWork {
    work.count += 1
    return work
  }

  /// Counts a piece of work as done. Returns a task to resume if it was the last.
  func end(_ work: TestWork) -> CheckedContinuation<Void, Never>? {
    lock.withLock {
      work.count -= 1
      return work.count == 0 ? work.waiting.popLast() : nil
    }
  }

  /// A task to resume because nothing waits or runs.
  func nextWaiting(for work: TestWork) -> CheckedContinuation<Void, Never>? {
    lock.withLock { work.count == 0 ? work.waiting.popLast() : nil }
  }

  /// Returns `false` if there is nothing to wait for.
  func append(_ continuation: CheckedContinuation<Void, Never>, to work: TestWork, isLast: Bool) -> Bool {
    lock.withLock {
      if work.count == 0 { return false }
      work.waiting.insert(continuation, at: isLast ? 0 : work.waiting.count)
      return true
    }
  }

  /// Whether nothing waits or runs, apart from the calling task.
  func isIdle(_ works: [TestWork]) -> Bool {
    lock.withLock {
      let caller = c_testing_get().work
      return works.allSatisfy { $0.count == (Unmanaged.passUnretained($0).toOpaque() == caller ? 1 : 0) }
    }
  }
}
