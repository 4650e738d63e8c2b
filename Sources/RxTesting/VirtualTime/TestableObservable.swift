import DeliveryCore
public import RxCore

/// An observable that sends given events in virtual time and records who subscribed from when to when. Made by a
/// ``TestScheduler``.
///
/// It sends what it was given even if that breaks the grammar of Rx: operators are tested with that too.
public class TestableObservable<Element>: Observable<Element>, @unchecked Sendable {
  /// What it sends: a hot one at these times, a cold one so much later than each subscription.
  public let recordedEvents: [Recorded<Event<Element>>]

  fileprivate let log: SubscriptionLog

  fileprivate init(_ events: [Recorded<Event<Element>>], scheduler: TestScheduler) {
    self.recordedEvents = events
    self.log = SubscriptionLog(scheduler: scheduler)
  }

  /// From when to when observers were subscribed, in the order in which they came.
  public var subscriptions: [Subscription] { log.subscriptions }
}

/// Sends at the times of the events, to whoever is there.
final class HotObservable<Element>: TestableObservable<Element>, @unchecked Sendable {
  private let lock = Lock()
  /// Those who have not been told of an end. After one there is a new subject: who comes then is told what comes then.
  @exclusivity(unchecked) private var audience = PublishSubject<Element>()

  override init(_ events: [Recorded<Event<Element>>], scheduler: TestScheduler) {
    super.init(events, scheduler: scheduler)
    for event in events {
      scheduler.scheduleAt(event.time) { self.send(event.value) }
    }
  }

  override func subscribe(erased observer: ObserverBase<Element>) -> any Disposable {
    let span = log.begin()
    let subscription = lock.withLock { audience }.subscribe(erased: observer)
    return Disposables.create(with: {
      span.end()
      subscription.dispose()
    })
  }

  private func send(_ event: Event<Element>) {
    let listeners = lock.withLock {
      defer { if event.isStopEvent { audience = PublishSubject() } }
      return audience
    }
    if event.isStopEvent { log.endAll() }
    listeners.on(event)
  }
}

/// Sends to each observer anew.
final class ColdObservable<Element>: TestableObservable<Element>, @unchecked Sendable {
  private let scheduler: TestScheduler

  override init(_ events: [Recorded<Event<Element>>], scheduler: TestScheduler) {
    self.scheduler = scheduler
    super.init(events, scheduler: scheduler)
  }

  override func subscribe(erased observer: ObserverBase<Element>) -> any Disposable {
    let span = log.begin()
    let scheduled = recordedEvents.map { event in
      scheduler.scheduleRelativeVirtual(event.value, dueTime: event.time) { event in
        if event.isStopEvent { span.end() }
        observer.on(event)
        return Disposables.create()
      }
    }
    let all = Disposables.create(scheduled)
    return Disposables.create(with: {
      span.end()
      all.dispose()
    })
  }
}

/// Who was subscribed from when to when.
private final class SubscriptionLog: @unchecked Sendable {
  /// One subscription in the log.
  struct Span: Sendable {
    let log: SubscriptionLog
    let number: Int

    /// Notes that it has ended now, if it has not before.
    func end() { log.end(number...number) }
  }

  private let clock: TestClock
  private let lock = Lock()
  @exclusivity(unchecked) private var spans: [Subscription] = []

  init(scheduler: TestScheduler) {
    clock = TestClock(scheduler: scheduler)
  }

  var subscriptions: [Subscription] { lock.withLock { spans } }

  /// Notes that somebody subscribed now.
  func begin() -> Span {
    let now = clock.now
    return lock.withLock {
      spans.append(Subscription(now))
      return Span(log: self, number: spans.count - 1)
    }
  }

  /// Notes that all subscriptions have ended now.
  func endAll() { end(0...) }

  private func end(_ numbers: some RangeExpression<Int>) {
    let now = clock.now
    lock.withLock {
      for number in numbers.relative(to: spans) where spans[number].unsubscribe == .max {
        spans[number] = Subscription(spans[number].subscribe, now)
      }
    }
  }
}
