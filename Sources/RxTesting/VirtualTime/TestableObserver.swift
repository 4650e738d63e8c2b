import DeliveryCore
public import RxCore

/// An observer that records what it receives and when. Create one with ``TestScheduler/createObserver(_:)``.
///
/// Can be used on any thread.
///
/// Semantics: RxTest, TestableObserver.
public final class TestableObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let clock: TestClock
  private let lock = Lock()
  @exclusivity(unchecked) private var recorded: [Recorded<Event<Element>>] = []

  init(scheduler: TestScheduler) {
    clock = TestClock(scheduler: scheduler)
  }

  /// The events received so far, in order.
  public var events: [Recorded<Event<Element>>] { lock.withLock { recorded } }

  /// Records an element.
  public override func onNext(_ element: Element) { record(.next(element)) }

  /// Records an error.
  public override func onError(_ error: any Error) { record(.error(error)) }

  /// Records the completion.
  public override func onCompleted() { record(.completed) }

  private func record(_ event: Event<Element>) {
    let record = Recorded(time: clock.now, value: event)
    lock.withLock { recorded.append(record) }
  }
}

/// Reads a scheduler's clock without retaining the scheduler. Scheduled work may hold the recording object, so a strong
/// reference to the scheduler could create a retain cycle.
struct TestClock: @unchecked Sendable {  // The reference is set only once.
  private weak var scheduler: TestScheduler?

  init(scheduler: TestScheduler) {
    self.scheduler = scheduler
  }

  /// The current tick; `.max` once the scheduler is gone.
  var now: TestTime { scheduler?.clock ?? .max }
}
