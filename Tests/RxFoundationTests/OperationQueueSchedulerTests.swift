import Foundation
import RxCore
import RxFoundation
import TestSupport
import Testing

@Suite("OperationQueueScheduler", .dedicatedThreads)
struct OperationQueueSchedulerTests {
  @Test("runs work on its queue, with its priority")
  func runs() {
    let queue = OperationQueue()
    let scheduler = OperationQueueScheduler(operationQueue: queue, queuePriority: .high)
    #expect(scheduler.queuePriority == .high)
    let done = DispatchSemaphore(value: 0)
    let isThere = Guarded(false)
    _ = scheduler.schedule(7) { state in
      isThere.withLock { $0 = OperationQueue.current === queue && state == 7 }
      done.signal()
      return Disposables.create()
    }
    #expect(done.wait(timeout: .now() + limit) == .success)
    #expect(isThere.withLock { $0 })
  }

  @Test("disposal cancels work that has not begun, and disposes what running work returned")
  func cancels() {
    let queue = OperationQueue()
    queue.isSuspended = true
    let scheduler = OperationQueueScheduler(operationQueue: queue)
    let seen = Recording<String>()
    let done = DispatchSemaphore(value: 0)
    let cancelled = scheduler.schedule(()) { _ in
      seen.add("cancelled")
      return Disposables.create()
    }
    let running = scheduler.schedule(()) { _ in
      seen.add("run")
      return Disposables.create(with: {
        seen.add("disposed")
        done.signal()
      })
    }
    cancelled.dispose()
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    running.dispose()
    #expect(done.wait(timeout: .now() + limit) == .success)
    #expect(seen.elements == ["run", "disposed"])
  }

  @Test("observe(on:) keeps the order on a queue that runs several operations at a time")
  func keepsOrder() {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 4
    let seen = Recording<Int>()
    let done = DispatchSemaphore(value: 0)
    let subscription = Observable.from(Array(0..<1000)).observe(on: OperationQueueScheduler(operationQueue: queue))
      .subscribe(onNext: { element in seen.add(element) }, onCompleted: { done.signal() })
    #expect(done.wait(timeout: .now() + limit) == .success)
    subscription.dispose()
    #expect(seen.elements == Array(0..<1000))
  }
}
