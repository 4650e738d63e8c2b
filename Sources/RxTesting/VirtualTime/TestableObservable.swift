import DeliveryCore
public import RxCore

/// An observable that emits given events in virtual time and records when each observer was subscribed.
///
///     let keys = scheduler.createHotObservable([.next(210, "a"), .completed(300)])
///     let result = scheduler.start { keys.map { $0.uppercased() } }
///     // result.events == [.next(210, "A"), .completed(300)], keys.subscriptions == [Subscription(200, 300)]
///
/// A ``TestScheduler`` creates hot and cold testable observables. Each emits exactly the given events, even if they
/// break the grammar of Rx: an observer that subscribes directly, with ``subscribe(_:)``, also receives events that
/// follow a terminal event, and is logged as subscribed until its subscription is disposed. Operators, and
/// subscriptions with closures, go through `asObservable()`, which disposes the subscription at the terminal event.
///
/// Can be subscribed to and disposed on any thread. Emits on the thread that runs the scheduler.
///
/// Semantics: RxTest, TestableObservable.
public final class TestableObservable<Element>: ObservableType {
  /// The emitted events, at absolute times if the observable is hot, and relative to each subscription if it is cold.
  public let recordedEvents: [Recorded<Event<Element>>]

  private let log: SubscriptionLog
  private let source: any TestableSource<Element>

  init(hot events: [Recorded<Event<Element>>], scheduler: TestScheduler) {
    recordedEvents = events
    log = SubscriptionLog(scheduler: scheduler)
    source = HotSource(events, scheduler: scheduler)
  }

  init(cold events: [Recorded<Event<Element>>], scheduler: TestScheduler) {
    recordedEvents = events
    log = SubscriptionLog(scheduler: scheduler)
    source = ColdSource(events, scheduler: scheduler)
  }

  /// When each observer was subscribed, in the order of the subscriptions.
  ///
  /// A subscription lasts until it is disposed; a terminal event alone does not end it.
  public var subscriptions: [Subscription] { log.subscriptions }

  /// Subscribes `observer` directly, with nothing between the observer and the events.
  public func subscribe<Observer: ObserverType>(
    _ observer: Observer
  ) -> any Disposable where Observer.Element == Element {
    let subscription = source.subscribe(observer.asObserverBase())
    let number = log.begin()
    return Disposables.create(with: { [log] in
      log.end(number)
      subscription.dispose()
    })
  }
}

// The log and the source guard their own state; the elements must be `Sendable` themselves.
extension TestableObservable: @unchecked Sendable where Element: Sendable {}

/// Emits the events of a testable observable.
private protocol TestableSource<Element> {
  associatedtype Element

  func subscribe(_ observer: ObserverBase<Element>) -> any Disposable
}

/// Emits each event at its time to all current subscribers.
private final class HotSource<Element>: TestableSource, @unchecked Sendable {
  private let lock = Lock()
  /// The observers, in the order of subscription. Guarded by the lock.
  private var observers: [(number: Int, observer: ObserverBase<Element>)] = []
  private var lastNumber = 0

  init(_ events: [Recorded<Event<Element>>], scheduler: TestScheduler) {
    for event in events {
      scheduler.scheduleAt(event.time) { self.emit(event.value) }
    }
  }

  func subscribe(_ observer: ObserverBase<Element>) -> any Disposable {
    let number = lock.withLock {
      lastNumber += 1
      observers.append((lastNumber, observer))
      return lastNumber
    }
    // Weak, because the observer may hold this disposable.
    return Disposables.create(with: { [weak self] in self?.remove(number) })
  }

  private func emit(_ event: Event<Element>) {
    for (_, observer) in lock.withLock({ observers }) { observer.on(event) }
  }

  private func remove(_ number: Int) {
    let removed = lock.withLock {
      observers.firstIndex { $0.number == number }.map { observers.remove(at: $0) }
    }
    extendLifetime(removed)  // Released after unlocking.
  }
}

/// Emits the events to each observer, with times relative to its subscription.
private final class ColdSource<Element>: TestableSource, @unchecked Sendable {  // Immutable.
  private let events: [Recorded<Event<Element>>]
  private let scheduler: TestScheduler

  init(_ events: [Recorded<Event<Element>>], scheduler: TestScheduler) {
    self.events = events
    self.scheduler = scheduler
  }

  func subscribe(_ observer: ObserverBase<Element>) -> any Disposable {
    Disposables.create(
      events.map { event in
        scheduler.note(scheduler.clock.addingSaturating(max(0, event.time)))
        return scheduler.scheduleRelativeVirtual(event.value, dueTime: event.time) { event in
          observer.on(event)
          return Disposables.create()
        }
      })
  }
}

/// Records when observers were subscribed.
private final class SubscriptionLog: @unchecked Sendable {
  private let clock: TestClock
  private let lock = Lock()
  private var recorded: [Subscription] = []  // Guarded by the lock.

  init(scheduler: TestScheduler) {
    clock = TestClock(scheduler: scheduler)
  }

  var subscriptions: [Subscription] { lock.withLock { recorded } }

  /// Records that a subscription begins now, and returns its number.
  func begin() -> Int {
    let now = clock.now
    return lock.withLock {
      recorded.append(Subscription(now))
      return recorded.count - 1
    }
  }

  /// Records that the subscription with this number ends now.
  func end(_ number: Int) {
    let now = clock.now
    lock.withLock { recorded[number] = Subscription(recorded[number].subscribe, now) }
  }
}
