extension ObservableType {
  /// Emits an element once `dueTime` has passed without another one. An element that is followed sooner by another one
  /// is dropped.
  ///
  /// ```swift
  /// a.debounce(.milliseconds(4), scheduler: scheduler)
  /// ```
  /// ```
  /// a         -1-2-3-------4------5-|
  /// debounce  ---------3-------4----(5|)
  /// ticks     0         10        20
  /// ```
  ///
  ///     searchField.text.debounce(.milliseconds(300), scheduler: MainScheduler.instance)
  ///
  /// Elements are emitted on `scheduler`. When the source completes, the pending element is emitted immediately, on the
  /// source's thread, followed by the completion; if an element is being delivered, both follow it on `scheduler`. An
  /// error drops the pending element. Disposal cancels the timer.
  ///
  /// The first element also waits, for example the current one of a `BehaviorSubject`. To emit the current one
  /// immediately, add `.startWith(current).distinctUntilChanged()`.
  ///
  /// Semantics: ReactiveX, Debounce.
  @preconcurrency
  public func debounce(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> where Element: Sendable {
    Operator(asObservable()) { DebounceSink(interval: dueTime, scheduler: scheduler, observer: $0) }
  }
}

private final class DebounceSink<Element>: TimedSink<Element>, @unchecked Sendable {
  private var waiting: Element?

  override func onNext(_ element: Element) {
    serialize(element) { $0.wait(with: $1) }
  }

  override func onCompleted() {
    serialize { sink in
      sink.emitWaiting()
      sink.forwardCompleted()
    }
  }

  private func wait(with element: Element) {
    if isDisposed { return }
    waiting = element
    startSchedulerTimer(after: interval) { self.emitWaiting() }
  }

  private func emitWaiting() {
    if let element = waiting.take() { forwardNext(element) }
  }
}
