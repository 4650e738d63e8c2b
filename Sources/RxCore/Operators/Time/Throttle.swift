extension ObservableType {
  /// Sends an element at once, and after it at most one for each `dueTime`: the last that came meanwhile.
  ///
  ///     button.taps.throttle(.seconds(1), latest: false, scheduler: MainScheduler.instance)
  ///
  /// The first element, and any that comes when `dueTime` has passed since the last one sent, is sent at once on the
  /// source's thread; an element that had to wait is sent on `scheduler`. When the source completes while an element
  /// waits, that is sent in its time, and then the end. An error comes at once and drops it. Disposing cancels the timer.
  ///
  /// - Parameters:
  ///   - dueTime: how much time lies between two elements at least. Measured by the scheduler's clock.
  ///   - latest: whether the last element of those that came too early is sent when the time has passed. Without it,
  ///     all of them are dropped.
  ///
  /// Semantics: ReactiveX, Sample (ThrottleFirst, or both edges with `latest`).
  @preconcurrency
  public func throttle(
    _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
  ) -> Observable<Element> where Element: Sendable {
    Throttle(source: asObservable(), dueTime: dueTime, latest: latest, scheduler: scheduler)
  }
}

/// What `throttle` decides: what is sent now, what later, and what not at all.
struct ThrottleState<Element> {
  /// What must be done with an element that came.
  enum Decision {
    /// Send it now.
    case send
    /// Start a timer of that length.
    case wait(RxTimeInterval)
    /// Nothing: it was dropped, or the timer that runs will send it.
    case nothing
  }

  private let dueTime: RxTimeInterval
  private let keepsLatest: Bool
  private var lastSent: RxTime?
  private var waiting: Element?
  /// Whether the source ended while an element waited.
  private var isCompleted = false

  init(dueTime: RxTimeInterval, keepsLatest: Bool) {
    self.dueTime = dueTime
    self.keepsLatest = keepsLatest
  }

  /// An element came.
  mutating func received(_ element: Element, at now: RxTime) -> Decision {
    // A clock that was set back makes nobody wait longer than the whole time.
    let remaining = lastSent.map { min(dueTime.seconds - now.seconds(since: $0), dueTime.seconds) } ?? 0
    guard remaining > RxTime.resolution else {
      waiting = nil
      return .send
    }
    guard keepsLatest else { return .nothing }
    let isTimerRunning = waiting != nil
    waiting = element
    return isTimerRunning ? .nothing : .wait(.seconds(remaining))
  }

  /// The timer has run out. The result is what must be sent, and whether the end follows.
  mutating func elapsed() -> (element: Element?, isCompleted: Bool) {
    (waiting.take(), isCompleted)
  }

  /// An element was sent.
  mutating func sent(at now: RxTime) { lastSent = now }

  /// The source completed. The result is whether that must be sent now.
  mutating func completed() -> Bool {
    isCompleted = waiting != nil
    return !isCompleted
  }
}

/// The source sends on its threads, the timer on its own.
private final class ThrottleSink<Element>: SerialSink<Element, Element>, @unchecked Sendable {
  private let scheduler: any SchedulerType
  private var state: ThrottleState<Element>
  let timer = SerialDisposable()

  init(
    state: ThrottleState<Element>, scheduler: any SchedulerType, observer: ObserverBase<Element>,
    cancel: any Cancelable
  ) {
    self.state = state
    self.scheduler = scheduler
    super.init(observer: observer, cancel: cancel)
  }

  override func onNext(_ element: Element) {
    serially { self.decide(on: element) }
  }

  override func onError(_ error: any Error) {
    serially { self.forwardError(error) }
  }

  override func onCompleted() {
    serially {
      if self.state.completed() { self.forwardCompleted() }
    }
  }

  private func decide(on element: Element) {
    if isDisposed { return }
    switch state.received(element, at: scheduler.now) {
    case .send: send(element)
    case .wait(let dueTime):
      timer.disposable = scheduler.scheduleRelative((), dueTime: dueTime) { _ in
        self.serially { self.elapsed() }
        return Disposables.create()
      }
    case .nothing: break
    }
  }

  private func elapsed() {
    let (element, isCompleted) = state.elapsed()
    if let element { send(element) }
    if isCompleted { forwardCompleted() }
  }

  private func send(_ element: Element) {
    forwardNext(element)
    state.sent(at: scheduler.now)
  }
}

private final class Throttle<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let dueTime: RxTimeInterval
  private let latest: Bool
  private let scheduler: any SchedulerType

  init(source: Observable<Element>, dueTime: RxTimeInterval, latest: Bool, scheduler: any SchedulerType) {
    self.source = source
    self.dueTime = dueTime
    self.latest = latest
    self.scheduler = scheduler
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let state = ThrottleState<Element>(dueTime: dueTime, keepsLatest: latest)
    let sink = ThrottleSink(state: state, scheduler: scheduler, observer: observer, cancel: cancel)
    return (sink, Disposables.create(source.subscribe(erased: sink), sink.timer))
  }
}
