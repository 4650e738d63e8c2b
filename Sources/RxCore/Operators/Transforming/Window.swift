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
  /// outer sequence. Full windows complete on the source's thread, others on `scheduler`, or on the source's thread if
  /// an element arrives at that moment.
  ///
  /// The source and the timer are disposed when the outer subscription and all subscriptions to windows have ended, so
  /// windows continue after the outer subscription is disposed.
  ///
  /// - Parameters:
  ///   - timeSpan: the maximum duration of a window. With `.never`, only the number of elements counts.
  ///   - count: the maximum number of elements in a window. With 0 or less, only the time counts.
  ///   - scheduler: measures the time.
  ///
  /// Semantics: ReactiveX, Window (with time or count).
  @preconcurrency
  public func window(
    timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType
  ) -> Observable<Observable<Element>> where Element: Sendable {
    Operator(asObservable()) {
      WindowSink<Element>(timeSpan: timeSpan, count: count, scheduler: scheduler, observer: $0)
    }
  }
}

private final class WindowSink<Element>: TimedOutputSink<Element, Observable<Element>>, @unchecked Sendable {
  private let count: Int
  /// Holds the subscription to the source, and the timer.
  private let upstream = SharedUpstream()
  private let source = SingleAssignmentDisposable()
  // Accessed serially.
  private var window = PublishSubject<Element>()
  private var received = 0
  /// Identifies the current window to its timer.
  private var number: UInt64 = 0
  private var isEnded = false

  init(
    timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType,
    observer: ObserverBase<Observable<Element>>
  ) {
    self.count = count
    super.init(interval: timeSpan, scheduler: scheduler, observer: observer)
    upstream.keep(Disposables.create(source, timer))
  }

  override func onSubscribe(_ upstream: consuming any Upstream) {
    if connect(NopDisposable.noOp) { source.setDisposable(upstream) }
  }

  /// The timer runs as long as the source is needed, so it is disposed with `upstream`.
  override func addResources(to rest: inout [any Disposable]) { rest.append(upstream) }

  override func start() {
    serialize { $0.emitWindow() }
  }

  override func onNext(_ element: Element) {
    serialize(element) { $0.receive($1) }
  }

  override func onError(_ error: any Error) {
    serialize(error) { sink, error in
      if exchange(&sink.isEnded, with: true) { return }
      sink.window.onError(error)
      sink.forwardError(error)
    }
  }

  override func onCompleted() {
    serialize { sink in
      if exchange(&sink.isEnded, with: true) { return }
      sink.window.onCompleted()
      sink.forwardCompleted()
    }
  }

  /// Whether elements are no longer needed. Windows may have subscribers after the outer subscription is disposed.
  private var isUseless: Bool { isEnded || (isDisposed && upstream.isDisposed) }

  private func receive(_ element: Element) {
    if isUseless { return }
    window.onNext(element)
    received &+= 1
    if received == count { beginWindow() }
  }

  private func beginWindow() {
    number &+= 1
    received = 0
    window.onCompleted()
    window = PublishSubject()
    emitWindow()
  }

  private func emitWindow() {
    forwardNext(upstream.retained(by: window))
    if isUseless { return }
    let number = number
    startTimer(after: interval) {
      if number == self.number, !self.isUseless { self.beginWindow() }
    }
  }
}
