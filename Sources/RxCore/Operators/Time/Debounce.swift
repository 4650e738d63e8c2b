extension ObservableType {
  /// Sends an element once nothing has followed it for `dueTime`; elements that are followed sooner are dropped.
  ///
  ///     searchField.text.debounce(.milliseconds(300), scheduler: MainScheduler.instance)
  ///
  /// Elements are sent on `scheduler`. When the source completes, the element that waits is sent at once, on the
  /// source's thread, and then the end; an error drops it. Disposing cancels the timer.
  ///
  /// Semantics: ReactiveX, Debounce.
  @preconcurrency
  public func debounce(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> where Element: Sendable {
    Debounce(source: asObservable(), dueTime: dueTime, scheduler: scheduler)
  }
}

/// What `debounce` decides: which element waits, and which timer may send it.
struct DebounceState<Element> {
  private var waiting: Element?
  private var number: UInt64 = 0

  /// An element came. It waits for the timer of the number that is returned, which must be started.
  mutating func received(_ element: Element) -> UInt64 {
    waiting = element
    number &+= 1
    return number
  }

  /// The timer of that number has run out. The result is what must be sent: nothing, if a newer timer was started.
  mutating func elapsed(_ number: UInt64) -> Element? {
    number == self.number ? take() : nil
  }

  /// The source ended. The result is what still must be sent.
  mutating func take() -> Element? { waiting.take() }
}

/// The source sends on its threads, the timer on its own.
private final class DebounceSink<Element>: SerialSink<Element, Element>, @unchecked Sendable {
  private let dueTime: RxTimeInterval
  private let scheduler: any SchedulerType
  private var state = DebounceState<Element>()
  let timer = SerialDisposable()

  init(
    dueTime: RxTimeInterval, scheduler: any SchedulerType, observer: ObserverBase<Element>, cancel: any Cancelable
  ) {
    self.dueTime = dueTime
    self.scheduler = scheduler
    super.init(observer: observer, cancel: cancel)
  }

  override func onNext(_ element: Element) {
    serially { self.wait(with: element) }
  }

  override func onError(_ error: any Error) {
    serially { self.forwardError(error) }
  }

  override func onCompleted() {
    serially {
      self.send(self.state.take())
      self.forwardCompleted()
    }
  }

  private func wait(with element: Element) {
    if isDisposed { return }
    let number = state.received(element)
    timer.disposable = scheduler.scheduleRelative((), dueTime: dueTime) { _ in
      self.serially { self.send(self.state.elapsed(number)) }
      return Disposables.create()
    }
  }

  private func send(_ element: Element?) {
    if let element { forwardNext(element) }
  }
}

private final class Debounce<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let dueTime: RxTimeInterval
  private let scheduler: any SchedulerType

  init(source: Observable<Element>, dueTime: RxTimeInterval, scheduler: any SchedulerType) {
    self.source = source
    self.dueTime = dueTime
    self.scheduler = scheduler
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = DebounceSink(dueTime: dueTime, scheduler: scheduler, observer: observer, cancel: cancel)
    return (sink, Disposables.create(source.subscribe(erased: sink), sink.timer))
  }
}
