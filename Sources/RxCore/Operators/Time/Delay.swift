internal import DeliveryCore

extension ObservableType {
  /// Delays each element and the completion by `dueTime`, and emits them on `scheduler`.
  ///
  /// ```swift
  /// a.delay(.milliseconds(4), scheduler: scheduler)
  /// ```
  /// ```
  /// a      -1--2--3-|
  /// delay  -----1--2--3-|
  /// ```
  ///
  /// An error is not delayed:
  ///
  /// ```swift
  /// a.delay(.milliseconds(4), scheduler: scheduler)
  /// ```
  /// ```
  /// a      -1--2--3-#
  /// delay  -----1--2#
  /// ```
  ///
  /// The source is subscribed to immediately. An error is forwarded immediately, on the source's thread, and drops the
  /// pending elements; if an element is being delivered, the error follows it on `scheduler`. Only one timer runs at a
  /// time, however many elements are pending; disposal cancels it. If the observer is slow, an overdue element is
  /// scheduled as soon as the observer returns.
  ///
  /// Semantics: ReactiveX, Delay.
  @preconcurrency
  public func delay(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> where Element: Sendable {
    Operator(asObservable()) { DelaySink(dueTime: dueTime, scheduler: scheduler, observer: $0) }
  }
}

/// `delay` as a state machine: decides which element is due, and how long to wait for the next one.
struct DelayState<Element> {
  private let dueTime: RxTimeInterval
  /// The pending elements; `nil` stands for the completion.
  private var waiting = Queue<(element: Element?, arrival: RxTime)>()
  /// Whether a timer is running, or its element is being emitted.
  private var isBusy = false

  init(dueTime: RxTimeInterval) {
    self.dueTime = dueTime
  }

  /// Adds an element that arrived, or the completion (`nil`). Returns the duration of the timer to start, unless one is
  /// running.
  ///
  /// If the observer is slow, an element may be handled some time after it arrived. It is still due `dueTime` after its
  /// arrival.
  mutating func received(_ element: Element?, arrival: RxTime, now: RxTime) -> RxTimeInterval? {
    waiting.append((element, arrival))
    if isBusy { return nil }
    isBusy = true
    return now.seconds(since: arrival) < RxTime.resolution ? dueTime : .seconds(remaining(of: arrival, now: now))
  }

  /// The timer elapsed. Removes and returns the first element, which is due whatever the clock says.
  mutating func elapsed() -> (element: Element?, arrival: RxTime)? { waiting.popFirst() }

  /// Returns the duration of the timer for the next element, if any, after one that arrived at `previous` was emitted.
  ///
  /// The duration is at most the interval between the two arrivals, so setting the clock back adds no delay.
  mutating func next(after previous: RxTime, now: RxTime) -> RxTimeInterval? {
    guard let first = waiting.first else {
      isBusy = false
      return nil
    }
    let seconds = min(remaining(of: first.arrival, now: now), first.arrival.seconds(since: previous))
    return .seconds(seconds < RxTime.resolution ? 0 : seconds)
  }

  private func remaining(of arrival: RxTime, now: RxTime) -> Double {
    max(0, dueTime.seconds - max(0, now.seconds(since: arrival)))
  }
}

private final class DelaySink<Element>: TimedSink<Element>, @unchecked Sendable {
  private var state: DelayState<Element>

  init(
    dueTime: RxTimeInterval, scheduler: any SchedulerType, observer: ObserverBase<Element>
  ) {
    state = DelayState(dueTime: dueTime)
    super.init(interval: dueTime, scheduler: scheduler, observer: observer)
  }

  override func onNext(_ element: Element) { receive(element) }

  override func onError(_ error: any Error) {
    endUpstream()
    super.onError(error)
  }

  override func onCompleted() { receive(nil) }

  private func receive(_ element: Element?) {
    serialize(element, scheduler.now) { sink, element, arrival in
      if sink.isDisposed { return }
      if let time = sink.state.received(element, arrival: arrival, now: sink.scheduler.now) { sink.wait(time) }
    }
  }

  private func wait(_ time: RxTimeInterval) {
    startSchedulerTimer(after: time) { self.emit() }
  }

  /// Emits one element and schedules the next one separately, so that the scheduler's other work can run in between
  /// even if both are due.
  private func emit() {
    guard !isDisposed, let (element, arrival) = state.elapsed() else { return }
    guard let element else { return forwardCompleted() }
    forwardNext(element)
    if !isDisposed, let time = state.next(after: arrival, now: scheduler.now) { wait(time) }
  }
}
