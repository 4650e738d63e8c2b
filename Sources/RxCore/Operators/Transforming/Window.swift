extension ObservableType {
  /// Splits the elements into windows, each of which completes after `count` elements or `timeSpan`, and emits the
  /// windows.
  ///
  /// ```swift
  /// a.window(timeSpan: .milliseconds(7), count: 3, scheduler: scheduler)
  /// ```
  /// ```
  /// a         -1-2-3   ----4--------5   -|
  /// window    1----2   ------3------4   -|
  /// window 1  -1-2-(3|)
  /// window 2  ------   ----4-|
  /// window 3  ------   -------------(5|)
  /// window 4  ------   --------------   -|
  /// ticks     0            10           20
  /// ```
  ///
  /// The line `window` shows when each window begins.
  ///
  /// The first window is emitted inside `subscribe`, and each later one when the previous one completes. A window does
  /// not replay, so late subscribers miss elements. When the source terminates, so do the current window and then the
  /// outer sequence. Full windows complete on the source's thread, others on `scheduler`; on the other one if it is
  /// delivering at that moment.
  ///
  /// The source and the timer are disposed when the outer subscription and all subscriptions to windows have ended, so
  /// windows continue after the outer subscription is disposed.
  ///
  /// - Parameters:
  ///   - timeSpan: the maximum duration of a window: with zero or less, a millisecond; with `.never`, only the
  ///     number of elements counts.
  ///   - count: the maximum number of elements in a window. With 0 or less, only the time counts.
  ///   - scheduler: measures the time.
  ///
  /// Semantics: ReactiveX, Window (with time or count).
  @preconcurrency
  public func window(
    timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType
  ) -> Observable<Observable<Element>> where Element: Sendable {
    let source = asObservable()
    return CustomOperator {
      WindowSink(timeSpan: timeSpan, count: count, scheduler: scheduler, observer: $0)
    } connect: { sink in
      sink.run(source)
    }
  }
}

/// `window` as a state machine: decides when the next window begins.
struct WindowState {
  private let count: Int
  /// The number of elements in the window.
  private var received = 0
  private(set) var isEnded = false

  init(count: Int) {
    self.count = count
  }

  /// The window received an element. Returns whether the next window begins.
  mutating func receivedElement() -> Bool {
    received &+= 1
    return received == count
  }

  /// A window has begun.
  mutating func began() { received = 0 }

  /// The source terminated. Returns whether to forward the terminal event: only the first counts.
  mutating func end() -> Bool { !exchange(&isEnded, with: true) }
}

private final class WindowSink<Element>: TimedOutputSink<Element, Observable<Element>>, @unchecked Sendable {
  /// Holds the subscription to the source, and the timer.
  private let shared = SharedUpstream()
  // Accessed serially.
  private var window = PublishSubject<Element>()
  private var state: WindowState

  init(
    timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType,
    observer: ObserverBase<Observable<Element>>
  ) {
    state = WindowState(count: count)
    super.init(interval: timeSpan.asPeriod, scheduler: scheduler, observer: observer)
    shared.add(timer)
  }

  /// The timer runs as long as the source is needed, so it is disposed with `shared`.
  override func addResources(to rest: inout [any Upstream]) { rest.append(shared.count) }

  func run(_ source: Observable<Element>) {
    serialize { $0.emitWindow() }
    shared.subscribe(self, to: source)
  }

  override func onNext(_ element: Element) {
    serialize(element) { $0.receive($1) }
  }

  override func onError(_ error: any Error) {
    serialize(error) { sink, error in
      guard sink.state.end() else { return }
      sink.window.onError(error)
      sink.forwardError(error)
    }
  }

  override func onCompleted() {
    serialize { sink in
      guard sink.state.end() else { return }
      sink.window.onCompleted()
      sink.forwardCompleted()
    }
  }

  /// Whether elements are no longer needed. Windows may have subscribers after the outer subscription is disposed.
  private var isUseless: Bool { state.isEnded || (isDisposed && shared.isDisposed) }

  private func receive(_ element: Element) {
    if isUseless { return }
    window.onNext(element)
    if state.receivedElement() { beginWindow() }
  }

  private func beginWindow() {
    state.began()
    window.onCompleted()
    window = PublishSubject()
    emitWindow()
  }

  private func emitWindow() {
    forwardNext(shared.retained(by: window))
    if isUseless { return }
    startTimer(after: interval) {
      if !self.isUseless { self.beginWindow() }
    }
  }
}
