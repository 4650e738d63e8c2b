extension ObservableType {
  /// Emits the elements in arrays: one when `count` elements are collected, or `timeSpan` has passed since the previous
  /// array, whichever is earlier.
  ///
  ///     samples.buffer(timeSpan: .seconds(1), count: 100, scheduler: scheduler)
  ///
  /// Each array, also one that was full early, starts the time anew; if there are no elements, an empty array is emitted. The
  /// first time begins with the subscription. Full arrays are emitted on the source's thread, others on `scheduler`. When the
  /// source completes, the collected elements, or an empty array, are emitted before the completion; an error drops them.
  /// Disposal cancels the timer.
  ///
  /// - Parameters:
  ///   - timeSpan: the longest time between two arrays; with `.never` only the number of elements counts.
  ///   - count: how many elements an array has at most; with 0 or less, only the time counts.
  ///   - scheduler: where the time is measured.
  ///
  /// Semantics: ReactiveX, Buffer (with time or count).
  @preconcurrency
  public func buffer(
    timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType
  ) -> Observable<[Element]> where Element: Sendable {
    Operator(asObservable()) {
      BufferSink<Element>(timeSpan: timeSpan, count: count, scheduler: scheduler, observer: $0)
    }
  }
}

/// The decisions of `buffer`: which elements are emitted together, and which timer may emit them.
struct BufferState<Element> {
  private let count: Int
  private var elements: [Element] = []
  /// The number of the buffer, which its timer must know.
  private(set) var number: UInt64 = 0

  init(count: Int) {
    self.count = count
  }

  /// An element arrived. Returns the buffer if it is full.
  mutating func received(_ element: Element) -> [Element]? {
    elements.append(element)
    return elements.count == count ? take() : nil
  }

  /// The timer of the buffer of that number has elapsed. Returns the buffer, unless it was emitted before.
  mutating func elapsed(_ number: UInt64) -> [Element]? {
    number == self.number ? take() : nil
  }

  /// Begins the next buffer, and returns the current one.
  mutating func take() -> [Element] {
    number &+= 1
    return exchange(&elements, with: [])
  }
}

private final class BufferSink<Element>: TimedOutputSink<Element, [Element]>, @unchecked Sendable {
  private let timeSpan: RxTimeInterval
  private var state: BufferState<Element>

  init(
    timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType, observer: ObserverBase<[Element]>
  ) {
    self.timeSpan = timeSpan
    state = BufferState(count: count)
    super.init(scheduler: scheduler, observer: observer)
  }

  override func start() {
    serialize { $0.startNextTimer() }
  }

  override func onNext(_ element: Element) {
    serialize(element) { $0.receive($1) }
  }

  override func onCompleted() {
    serialize { sink in
      if sink.isDisposed { return }
      sink.forwardNext(sink.state.take())
      sink.forwardCompleted()
    }
  }

  private func receive(_ element: Element) {
    if !isDisposed, let full = state.received(element) { emit(full) }
  }

  private func emit(_ buffer: [Element]) {
    forwardNext(buffer)
    startNextTimer()
  }

  private func startNextTimer() {
    if isDisposed { return }
    let number = state.number
    startTimer(after: timeSpan) {
      if let buffer = self.state.elapsed(number) { self.emit(buffer) }
    }
  }
}
