extension ObservableType {
  /// Emits the elements in windows: sequences of which each is complete when it has had `count` elements, or `timeSpan` has
  /// passed since it began, whichever is earlier. Then the next one is emitted.
  ///
  ///     samples.window(timeSpan: .seconds(1), count: 100, scheduler: scheduler)
  ///
  /// The first window is emitted inside `subscribe`. A window forwards the elements as they arrive, to the subscribers that it
  /// has then; a later one misses the earlier elements. The end of the source ends the last window and then the outer
  /// sequence. Windows that are full are completed on the source's thread, others on `scheduler`.
  ///
  /// The source and the timer are disposed when the outer subscription and all subscriptions to windows have ended: a window
  /// continues after the disposal of the outer subscription.
  ///
  /// - Parameters:
  ///   - timeSpan: how long a window lasts at most; with `.never` only the number of elements counts.
  ///   - count: how many elements a window has at most; with 0 or less, only the time counts.
  ///   - scheduler: where the time is measured.
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
  private let timeSpan: RxTimeInterval
  private let count: Int
  /// Holds the source and the timer.
  private let upstream = SharedUpstream()
  // Used serially.
  private var window = PublishSubject<Element>()
  private var received = 0
  /// The number of the window, which its timer must know.
  private var number: UInt64 = 0
  private var isEnded = false

  init(
    timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType,
    observer: ObserverBase<Observable<Element>>
  ) {
    self.timeSpan = timeSpan
    self.count = count
    super.init(scheduler: scheduler, observer: observer)
  }

  override func onSubscribe(_ upstream: any Upstream) {
    if connect(NopDisposable.noOp) { self.upstream.keep(Disposables.create(upstream, timer)) }
  }

  override func disposeSources() {
    super.disposeSources()
    upstream.dispose()
  }

  /// The timer runs as long as the source is needed.
  override func disposeTimer() {}

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

  /// Windows may have subscribers after the outer subscription was disposed.
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
    startTimer(after: timeSpan) {
      if number == self.number, !self.isUseless { self.beginWindow() }
    }
  }
}
