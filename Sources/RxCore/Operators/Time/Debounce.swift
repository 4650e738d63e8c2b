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
  /// source's thread, followed by the completion. An error drops the pending element. Disposal cancels the timer.
  ///
  /// Semantics: ReactiveX, Debounce.
  @preconcurrency
  public func debounce(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> where Element: Sendable {
    Operator(asObservable()) { DebounceSink(interval: dueTime, scheduler: scheduler, observer: $0) }
  }
}

/// `debounce` as a state machine: decides which element is pending, and which timer may emit it.
struct DebounceState<Element> {
  private var waiting: Element?
  private var number: UInt64 = 0

  /// An element arrived. Returns the number of the timer to start.
  mutating func received(_ element: Element) -> UInt64 {
    waiting = element
    number &+= 1
    return number
  }

  /// Timer `number` elapsed. Returns the element to emit, or `nil` if a newer timer was started.
  mutating func elapsed(_ number: UInt64) -> Element? {
    number == self.number ? take() : nil
  }

  /// The source completed. Returns the element still to be emitted, if any.
  mutating func take() -> Element? { waiting.take() }
}

private final class DebounceSink<Element>: TimedSink<Element>, @unchecked Sendable {
  private var state = DebounceState<Element>()

  override func onNext(_ element: Element) {
    serialize(element) { $0.wait(with: $1) }
  }

  override func onCompleted() {
    serialize { sink in
      sink.emit(sink.state.take())
      sink.forwardCompleted()
    }
  }

  private func wait(with element: Element) {
    if isDisposed { return }
    let number = state.received(element)
    startTimer(after: interval) { self.emit(self.state.elapsed(number)) }
  }

  private func emit(_ element: Element?) {
    if let element { forwardNext(element) }
  }
}
