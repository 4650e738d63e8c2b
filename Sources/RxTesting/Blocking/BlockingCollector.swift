import DeliveryCore
import Dispatch
import RxCore

/// Collects the elements of a sequence and lets a thread wait for the sequence to end.
final class BlockingCollector<Element>: ObserverBase<Element>, @unchecked Sendable {  // The lock guards its state.
  /// How a sequence ended.
  enum End {
    case completed
    case failed(any Error)
  }

  private let lock = Lock()
  private let ended = DispatchSemaphore(value: 0)
  private var elements: [Element] = []
  private var end: End?
  private var mainQueueWaits = false

  override func onNext(_ element: Element) {
    lock.withLock {
      if end == nil { elements.append(element) }
    }
  }

  override func onError(_ error: any Error) { finish(.failed(error)) }

  override func onCompleted() { finish(.completed) }

  /// The elements so far, and the end if the sequence has ended.
  var result: (elements: [Element], end: End?) { lock.withLock { (elements, end) } }

  /// Waits until the sequence has ended or `deadline` has passed. On the main thread, runs the main queue while
  /// waiting, unless the caller is work on that queue.
  func wait(until deadline: DispatchTime) {
    guard MainQueueLoop.mayRun else {
      _ = ended.wait(timeout: deadline)
      return
    }
    lock.withLock { mainQueueWaits = true }
    // A timer, because Dispatch would keep a cancelled work item until the deadline.
    let alarm = DispatchSource.makeTimerSource()
    alarm.setEventHandler { Self.wakeMainQueue() }
    alarm.schedule(deadline: deadline)
    alarm.activate()
    MainQueueLoop.run("toBlocking()", settles: false) { result.end != nil || DispatchTime.now() >= deadline }
    alarm.cancel()
  }

  private func finish(_ end: End) {
    let mainQueueWaits = lock.withLock {
      if self.end == nil { self.end = end }
      return self.mainQueueWaits
    }
    ended.signal()
    if mainQueueWaits { Self.wakeMainQueue() }
  }

  private static func wakeMainQueue() {
    DispatchQueue.main.async {}
  }
}
