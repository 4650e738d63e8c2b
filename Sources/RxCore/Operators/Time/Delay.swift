extension ObservableType {
  /// Sends each element, and the end, `dueTime` after it came, on `scheduler`. An error is sent at once, and drops what
  /// waits. Disposing cancels the timer.
  ///
  /// Semantics: ReactiveX, Delay.
  @preconcurrency
  public func delay(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> where Element: Sendable {
    Delay(source: asObservable(), dueTime: dueTime, scheduler: scheduler)
  }
}

/// What `delay` decides: which events are due, and when to look again. The element of the end is `nil`.
struct DelayState<Element> {
  private let dueTime: RxTimeInterval
  private var waiting = Queue<(due: RxTime, element: Element?)>()
  private var isTimerRunning = false

  init(dueTime: RxTimeInterval) {
    self.dueTime = dueTime
  }

  /// An element came, or the end. The result is whether the timer must be started, with the whole time.
  mutating func received(_ element: Element?, at now: RxTime) -> Bool {
    waiting.append((now.later(by: dueTime), element))
    defer { isTimerRunning = true }
    return !isTimerRunning
  }

  /// The timer has run out. The result is the next event that is due, if any.
  mutating func due(at now: RxTime) -> (element: Element?, Void)? {
    guard let first = waiting.first, first.due.seconds(since: now) <= 0 else { return nil }
    _ = waiting.popFirst()
    return (first.element, ())
  }

  /// All that was due was sent. The result is how long the timer must run next, if anything waits.
  mutating func next(at now: RxTime) -> RxTimeInterval? {
    guard let first = waiting.first else {
      isTimerRunning = false
      return nil
    }
    return .seconds(first.due.seconds(since: now))
  }

  /// The source failed: nothing waits any more.
  mutating func drop() { waiting = Queue() }
}

/// The source sends on its threads, the timer on its own.
private final class DelaySink<Element>: SerialSink<Element, Element>, @unchecked Sendable {
  private let dueTime: RxTimeInterval
  private let scheduler: any SchedulerType
  private var state: DelayState<Element>
  let timer = SerialDisposable()

  init(
    dueTime: RxTimeInterval, scheduler: any SchedulerType, observer: ObserverBase<Element>, cancel: any Cancelable
  ) {
    self.dueTime = dueTime
    self.scheduler = scheduler
    state = DelayState(dueTime: dueTime)
    super.init(observer: observer, cancel: cancel)
  }

  override func onNext(_ element: Element) { wait(with: element) }

  override func onCompleted() { wait(with: nil) }

  override func onError(_ error: any Error) {
    serially {
      self.state.drop()
      self.forwardError(error)
    }
  }

  private func wait(with element: Element?) {
    serially {
      if !self.isDisposed, self.state.received(element, at: self.scheduler.now) { self.start(self.dueTime) }
    }
  }

  private func start(_ time: RxTimeInterval) {
    timer.disposable = scheduler.scheduleRelative((), dueTime: time) { _ in
      self.serially { self.sendDue() }
      return Disposables.create()
    }
  }

  private func sendDue() {
    while !isDisposed, let event = state.due(at: scheduler.now) {
      if let element = event.element { forwardNext(element) } else { forwardCompleted() }
    }
    if !isDisposed, let time = state.next(at: scheduler.now) { start(time) }
  }
}

private final class Delay<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let dueTime: RxTimeInterval
  private let scheduler: any SchedulerType

  init(source: Observable<Element>, dueTime: RxTimeInterval, scheduler: any SchedulerType) {
    self.source = source
    self.dueTime = dueTime
    self.scheduler = scheduler
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = DelaySink(dueTime: dueTime, scheduler: scheduler, observer: observer, cancel: cancel)
    return (sink, Disposables.create(source.subscribe(erased: sink), sink.timer))
  }
}
