import DeliveryCore
public import RxCore

/// An observer that records what it receives, and at which virtual time. ``TestScheduler/createObserver(_:)`` makes it.
///
/// May be used from any thread.
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

/// Reads the clock of a scheduler without keeping the scheduler alive: work that waits there may hold what records, and
/// both would stay for ever.
struct TestClock: @unchecked Sendable {  // The reference is set once.
  private weak var scheduler: TestScheduler?

  init(scheduler: TestScheduler) {
    self.scheduler = scheduler
  }

  /// The current tick; the last one there is when the scheduler has been deallocated.
  var now: TestTime { scheduler?.clock ?? .max }
}
