import DeliveryCore
public import RxCore

/// An observer that records what it is told, and at which virtual time. Made by ``TestScheduler/createObserver(_:)``.
///
/// May be told, and asked, from any thread.
public final class TestableObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let clock: TestClock
  private let lock = Lock()
  @exclusivity(unchecked) private var recorded: [Recorded<Event<Element>>] = []

  init(scheduler: TestScheduler) {
    clock = TestClock(scheduler: scheduler)
  }

  /// What it was told until now.
  public var events: [Recorded<Event<Element>>] { lock.withLock { recorded } }

  public override func onNext(_ element: Element) { record(.next(element)) }

  public override func onError(_ error: any Error) { record(.error(error)) }

  public override func onCompleted() { record(.completed) }

  private func record(_ event: Event<Element>) {
    let record = Recorded(time: clock.now, value: event)
    lock.withLock { recorded.append(record) }
  }
}

/// Tells the time of a scheduler without keeping it: work that waits there may hold what records, and would never go.
struct TestClock: @unchecked Sendable {  // The reference is set once.
  private weak var scheduler: TestScheduler?

  init(scheduler: TestScheduler) {
    self.scheduler = scheduler
  }

  /// The present tick; the last there is when the scheduler has gone.
  var now: TestTime { scheduler?.clock ?? .max }
}
