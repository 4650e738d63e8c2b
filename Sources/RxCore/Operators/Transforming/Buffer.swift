extension ObservableType {
  /// Collects elements into arrays, and emits each array when it has `count` elements or `timeSpan` has passed.
  ///
  /// ```swift
  /// a.buffer(timeSpan: .milliseconds(7), count: 3, scheduler: scheduler)
  /// ```
  /// ```
  /// a       -1-2-3----4--------5-|
  /// buffer  -----a------b------c-(d|)
  /// ticks   0         10        20
  /// a = [1, 2, 3]
  /// b = [4]
  /// c = [5]
  /// d = []
  /// ```
  ///
  /// The timer starts with the subscription and restarts whenever an array is emitted, even one that filled up early.
  /// If no elements arrive in time, an empty array is emitted. Full arrays are emitted on the source's thread, others
  /// on `scheduler`, or on the source's thread if an element arrives at that moment. When the source completes, the
  /// collected elements are emitted, even if there are none, followed by the completion; an error drops them. Disposal
  /// cancels the timer.
  ///
  /// - Parameters:
  ///   - timeSpan: the maximum time between two arrays. With `.never`, only the number of elements counts.
  ///   - count: the maximum number of elements in an array. With 0 or less, only the time counts.
  ///   - scheduler: measures the time.
  ///
  /// Semantics: ReactiveX, Buffer (with time or count).
  @preconcurrency
  public func buffer(
    timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType
  ) -> Observable<[Element]> where Element: Sendable {
    let source = asObservable()
    return CustomOperator {
      BufferSink<Element>(timeSpan: timeSpan, count: count, scheduler: scheduler, observer: $0)
    } connect: { sink in
      sink.run(source)
    }
  }
}

/// `buffer` as a state machine: decides which elements to emit together, and which timer may emit them.
struct BufferState<Element> {
  private let count: Int
  private var elements: [Element] = []
  /// Identifies the current buffer to its timer.
  private(set) var number: UInt64 = 0

  init(count: Int) {
    self.count = count
  }

  /// An element arrived. Returns the buffer if it is full.
  mutating func received(_ element: Element) -> [Element]? {
    elements.append(element)
    return elements.count == count ? take() : nil
  }

  /// The timer for buffer `number` elapsed. Returns the buffer, unless it was already emitted.
  mutating func elapsed(_ number: UInt64) -> [Element]? {
    number == self.number ? take() : nil
  }

  /// Starts the next buffer and returns the current one.
  mutating func take() -> [Element] {
    number &+= 1
    return exchange(&elements, with: [])
  }
}

private final class BufferSink<Element>: TimedOutputSink<Element, [Element]>, @unchecked Sendable {
  private var state: BufferState<Element>

  init(
    timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType, observer: ObserverBase<[Element]>
  ) {
    state = BufferState(count: count)
    super.init(interval: timeSpan, scheduler: scheduler, observer: observer)
  }

  func run(_ source: Observable<Element>) {
    serialize { $0.startNextTimer() }
    source.subscribe(stage: self)
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
    startTimer(after: interval) {
      if let buffer = self.state.elapsed(number) { self.emit(buffer) }
    }
  }
}
