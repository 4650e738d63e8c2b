extension ObservableType {
  /// Emits each element, and the completion, `dueTime` after it arrived, on `scheduler`.
  ///
  /// The source is subscribed immediately. An error is forwarded immediately, on the source's thread, and drops the
  /// waiting elements. One timer runs at a time, however many elements wait; disposal cancels it.
  ///
  /// Semantics: ReactiveX, Delay.
  @preconcurrency
  public func delay(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> where Element: Sendable {
    Delay(source: asObservable(), dueTime: dueTime, scheduler: scheduler)
  }
}

/// The decisions of `delay`: what is due, and how long to wait for the rest.
struct DelayState<Element> {
  /// What must be done next.
  enum Decision {
    /// Emit this element, and ask again.
    case emit(Element)
    /// Forward the completion.
    case complete
    /// Start a timer of that length.
    case wait(RxTimeInterval)
    /// Nothing: no element waits.
    case rest
  }

  private let dueTime: RxTimeInterval
  /// The completion waits as an element that is `nil`.
  private var waiting = Queue<(element: Element?, arrival: RxTime)>()
  private var isTimerRunning = false
  /// When the last element arrived that was emitted since the timer elapsed.
  private var lastArrival: RxTime?

  init(dueTime: RxTimeInterval) {
    self.dueTime = dueTime
  }

  /// An element arrived, or the completion (`nil`). Returns the length of the timer that must be started, if none runs.
  mutating func received(_ element: Element?, at now: RxTime) -> RxTimeInterval? {
    waiting.append((element, now))
    if isTimerRunning { return nil }
    isTimerRunning = true
    return dueTime
  }

  /// The timer has elapsed.
  mutating func elapsed() { lastArrival = nil }

  /// What follows. Called after the timer has elapsed, until there is nothing more to emit.
  ///
  /// The timer ran for the first waiting element, so that element is due whatever the clock says. Each later one is due
  /// when the clock says so, but at the latest as long after the previous one as it arrived after it: a clock that was set
  /// back delays nothing.
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
    return first.element.map(Decision.emit) ?? .complete
  }
}

private final class DelaySink<Element>: TimedSink<Element>, @unchecked Sendable {
  private var state: DelayState<Element>

  init(
    state: DelayState<Element>, scheduler: any SchedulerType, observer: ObserverBase<Element>, cancel: any Cancelable
  ) {
    self.state = state
    super.init(scheduler: scheduler, observer: observer, cancel: cancel)
  }

  override func onNext(_ element: Element) { receive(element) }

  override func onCompleted() { receive(nil) }

  private func receive(_ element: Element?) {
    let now = scheduler.now  // When it arrived, not when it is handled.
    inTurn {
      if !self.isDisposed, let time = self.state.received(element, at: now) { self.wait(time) }
    }
  }

  private func wait(_ time: RxTimeInterval) {
    startTimer(after: time) { self.emitDue() }
  }

  private func emitDue() {
    state.elapsed()
    while !isDisposed {
      switch state.next(at: scheduler.now) {
      case .emit(let element): forwardNext(element)
      case .complete: forwardCompleted()
      case .wait(let time): return wait(time)
      case .rest: return
      }
    }
  }
}

private final class Delay<Element>: TimedProducer<Element>, @unchecked Sendable {
  override func makeSink(_ observer: ObserverBase<Element>, cancel: any Cancelable) -> TimedSink<Element> {
    DelaySink(state: DelayState(dueTime: dueTime), scheduler: scheduler, observer: observer, cancel: cancel)
  }
}
