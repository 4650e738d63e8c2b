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
  /// pending elements. Only one timer runs at a time, however many elements are pending; disposal cancels it. If the
  /// observer is slow, an overdue element is scheduled as soon as the observer returns.
  ///
  /// Semantics: ReactiveX, Delay.
  @preconcurrency
  public func delay(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> where Element: Sendable {
    Operator(asObservable()) { DelaySink(interval: dueTime, scheduler: scheduler, observer: $0) }
  }
}

private final class DelaySink<Element>: TimedSink<Element>, @unchecked Sendable {
  // Accessed serially.
  /// The pending elements; `nil` stands for the completion.
  private let waiting = Queue<(element: Element?, arrival: RxTime)>()
  /// Whether a timer is running, or its element is being emitted.
  private var isBusy = false

  override func onNext(_ element: Element) { receive(element) }

  override func onCompleted() { receive(nil) }

  private func receive(_ element: Element?) {
    serialize(element, scheduler.now) { $0.add($1, arrival: $2) }
  }

  /// If the observer is slow, an element may be handled some time after it arrived. It is still due `interval` after its
  /// arrival.
  private func add(_ element: Element?, arrival: RxTime) {
    if isDisposed { return }
    waiting.append((element, arrival))
    if isBusy { return }
    isBusy = true
    let isNew = scheduler.now.seconds(since: arrival) < RxTime.resolution
    wait(isNew ? interval : .seconds(remaining(of: arrival)))
  }

  private func wait(_ time: RxTimeInterval) {
    startUnserializedTimer(after: time) {
      if self.enter() {
        self.emit()
        self.leave()
      } else {
        // Emit on the scheduler, not on the source's thread, which is busy with an arrival.
        let thread = CurrentThread.identity
        self.postpone { CurrentThread.identity == thread ? self.emit() : self.wait(.seconds(0.0)) }
      }
    }
  }

  /// Emits one element, which is due whatever the clock says. Schedules the next one separately, so that the scheduler's
  /// other work can run in between even if both are due.
  private func emit() {
    guard !isDisposed, let (element, arrival) = waiting.popFirst() else { return }
    guard let element else { return forwardCompleted() }
    forwardNext(element)
    if isDisposed { return }
    guard let next = waiting.first else {
      isBusy = false
      return
    }
    // At most the interval between the two arrivals, so that setting the clock back adds no delay.
    let seconds = min(remaining(of: next.arrival), next.arrival.seconds(since: arrival))
    wait(.seconds(seconds < RxTime.resolution ? 0 : seconds))
  }

  private func remaining(of arrival: RxTime) -> Double {
    max(0, interval.seconds - max(0, scheduler.now.seconds(since: arrival)))
  }
}
