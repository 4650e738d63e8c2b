extension ObservableType {
  /// Sends the first `count` elements and completes with the last of them, which frees the source at once.
  ///
  /// With a count of 0 the source is not subscribed. A negative count is a mistake and stops the program.
  ///
  /// Semantics: ReactiveX, Take.
  public func take(_ count: Int) -> Observable<Element> {
    precondition(count >= 0, "take(_:) was given a negative count: \(count).")
    return count == 0 ? .empty() : TakeCount(source: asObservable(), count: count)
  }

  /// Sends elements until `duration` has passed since the subscription, and then completes, on `scheduler`. What ends
  /// the sequence first cancels the rest.
  ///
  /// Semantics: ReactiveX, Take with a time.
  public func take(for duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    TakeTime(source: asObservable(), duration: duration, scheduler: scheduler)
  }
}

private final class TakeCountSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private var remaining: Int

  init(count: Int, observer: ObserverBase<Element>, cancel: any Cancelable) {
    remaining = count
    super.init(observer: observer, cancel: cancel)
  }

  override func onNext(_ element: Element) {
    guard remaining > 0 else { return }
    remaining -= 1
    let isLast = remaining == 0  // Sending may lead to the next element.
    forwardNext(element)
    if isLast { forwardCompleted() }
  }
}

private final class TakeCount<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let count: Int

  init(source: Observable<Element>, count: Int) {
    self.source = source
    self.count = count
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = TakeCountSink(count: count, observer: observer, cancel: cancel)
    return (sink, source.subscribe(erased: sink))
  }
}

/// The source sends on its threads, the timer ends the sequence on its own.
private final class TakeTimeSink<Element>: SerialSink<Element, Element>, @unchecked Sendable {
  func start(duration: RxTimeInterval, scheduler: any SchedulerType) -> any Disposable {
    scheduler.scheduleRelative((), dueTime: duration) { _ in
      self.onCompleted()
      return Disposables.create()
    }
  }

  override func onNext(_ element: Element) {
    if enter() {
      forwardNext(element)
      leave()
    } else {
      postpone { self.forwardNext(element) }
    }
  }

  override func onError(_ error: any Error) {
    serially { self.forwardError(error) }
  }

  override func onCompleted() {
    serially { self.forwardCompleted() }
  }
}

private final class TakeTime<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let duration: RxTimeInterval
  private let scheduler: any SchedulerType

  init(source: Observable<Element>, duration: RxTimeInterval, scheduler: any SchedulerType) {
    self.source = source
    self.duration = duration
    self.scheduler = scheduler
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = TakeTimeSink<Element>(observer: observer, cancel: cancel)
    let timer = sink.start(duration: duration, scheduler: scheduler)
    return (sink, Disposables.create(timer, source.subscribe(erased: sink)))
  }
}
