extension ObservableType {
  /// Sends each element, and the end, `dueTime` after it came, on `scheduler`.
  ///
  /// The source is subscribed at once. An error is sent at once, on the source's thread, and drops what waits. One timer
  /// runs at a time, however many elements wait; disposing cancels it.
  ///
  /// Semantics: ReactiveX, Delay.
  @preconcurrency
  public func delay(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> where Element: Sendable {
    Delay(source: asObservable(), dueTime: dueTime, scheduler: scheduler)
  }
}

/// What `delay` decides: what is due, and how long to wait for the rest.
struct DelayState<Element> {
  /// What must be done next.
  enum Decision {
    /// Send this element, and ask again.
    case send(Element)
    /// Send the end.
    case complete
    /// Start a timer of that length.
    case wait(RxTimeInterval)
    /// Nothing, for nothing waits.
    case rest
  }

  private let dueTime: RxTimeInterval
  /// The element of the end is `nil`.
  private var waiting = Queue<(element: Element?, arrival: RxTime)>()
  private var isTimerRunning = false
  /// When that came which was sent last since the timer has run out.
  private var lastArrival: RxTime?

  init(dueTime: RxTimeInterval) {
    self.dueTime = dueTime
  }

  /// An element came, or the end (`nil`). The result is how long the timer that must be started runs, if none does.
  mutating func received(_ element: Element?, at now: RxTime) -> RxTimeInterval? {
    waiting.append((element, now))
    if isTimerRunning { return nil }
    isTimerRunning = true
    return dueTime
  }

  /// The timer has run out.
  mutating func elapsed() { lastArrival = nil }

  /// What follows, asked after the timer has run out until there is no more to send.
  ///
  /// The timer ran for the first that waits, so that is due whatever the clock says. Each later one is due when the
  /// clock says so, but never longer after the one before than it came after it: a clock that was set back holds up
  /// nothing.
  mutating func next(at now: RxTime) -> Decision {
    guard let first = waiting.first else {
      isTimerRunning = false
      return .rest
    }
    if let lastArrival {
      let remaining = min(
        dueTime.seconds - now.seconds(since: first.arrival), first.arrival.seconds(since: lastArrival))
      if remaining > RxTime.resolution { return .wait(.seconds(remaining)) }
    }
    lastArrival = first.arrival
    _ = waiting.popFirst()
    return first.element.map(Decision.send) ?? .complete
  }
}

/// The source sends on its threads, the timer on its own.
private final class DelaySink<Element>: SerialSink<Element, Element>, @unchecked Sendable {
  private let scheduler: any SchedulerType
  private var state: DelayState<Element>
  let timer = SerialDisposable()

  init(
    state: DelayState<Element>, scheduler: any SchedulerType, observer: ObserverBase<Element>, cancel: any Cancelable
  ) {
    self.state = state
    self.scheduler = scheduler
    super.init(observer: observer, cancel: cancel)
  }

  override func onNext(_ element: Element) { receive(element) }

  override func onError(_ error: any Error) {
    serially { self.forwardError(error) }
  }

  override func onCompleted() { receive(nil) }

  private func receive(_ element: Element?) {
    let now = scheduler.now  // Of its coming, not of its turn.
    serially {
      if !self.isDisposed, let time = self.state.received(element, at: now) { self.startTimer(time) }
    }
  }

  private func startTimer(_ time: RxTimeInterval) {
    timer.disposable = scheduler.scheduleRelative((), dueTime: time) { _ in
      self.serially { self.sendDue() }
      return Disposables.create()
    }
  }

  private func sendDue() {
    state.elapsed()
    while !isDisposed {
      switch state.next(at: scheduler.now) {
      case .send(let element): forwardNext(element)
      case .complete: forwardCompleted()
      case .wait(let time): return startTimer(time)
      case .rest: return
      }
    }
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
    let state = DelayState<Element>(dueTime: dueTime)
    let sink = DelaySink(state: state, scheduler: scheduler, observer: observer, cancel: cancel)
    return (sink, Disposables.create(source.subscribe(erased: sink), sink.timer))
  }
}
