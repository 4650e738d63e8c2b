internal import DeliveryCore

extension ObservableType {
  /// Subscribes to the source again after each error, until it completes: for ever, if it never does.
  ///
  /// The source may fail inside `subscribe` any number of times; the stack does not grow.
  ///
  /// Semantics: ReactiveX, Retry.
  public func retry() -> Observable<Element> {
    let source = asObservable()
    return CatchSequence { AnyIterator { source } }
  }

  /// Subscribes to the source again after an error, at most `maxAttemptCount` times in all: to try once more, ask for 2.
  /// The last error is sent on. With 0 it completes without subscribing; a negative count stops the program.
  ///
  /// Semantics: ReactiveX, Retry.
  public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
    let attempts = repeatElement(asObservable(), count: maxAttemptCount)
    return CatchSequence { AnyIterator(attempts.makeIterator()) }
  }

  /// Subscribes to the source again, after an error, when the sequence that `notificationHandler` makes of the errors
  /// sends an element. If that sequence fails or completes, the whole does so at the next error, or at once if an error
  /// waits for an answer.
  ///
  ///     load().retry(when: { errors in errors.delay(.seconds(1), scheduler: MainScheduler.instance) })
  ///
  /// An error that is not a `Failure` is sent on. `notificationHandler` runs once a subscription, inside `subscribe`.
  ///
  /// Semantics: ReactiveX, RetryWhen.
  @preconcurrency
  public func retry<TriggerObservable: ObservableType, Failure: Error>(
    when notificationHandler: @escaping @Sendable (Observable<Failure>) -> TriggerObservable
  ) -> Observable<Element> {
    RetryWhen(source: asObservable(), notificationHandler: notificationHandler)
  }

  /// Subscribes to the source again, after an error, when the sequence that `notificationHandler` makes of the errors
  /// sends an element. If that sequence fails or completes, the whole does so at the next error, or at once if an error
  /// waits for an answer.
  ///
  /// `notificationHandler` runs once a subscription, inside `subscribe`.
  ///
  /// Semantics: ReactiveX, RetryWhen.
  @preconcurrency
  public func retry<TriggerObservable: ObservableType>(
    when notificationHandler: @escaping @Sendable (Observable<any Error>) -> TriggerObservable
  ) -> Observable<Element> {
    RetryWhen(source: asObservable(), notificationHandler: notificationHandler)
  }
}

/// Forwards in two cases only, which exclude each other: what the source sends, and the end of the trigger while the
/// source has failed and nothing runs. The lock guards the decision which of the two it is.
private final class RetryWhenSink<Element, Failure: Error>: SuccessionSink<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let errors = PublishSubject<Failure>()
  private let lock = Lock()
  // Guarded by the lock.
  @exclusivity(unchecked) private var isWaiting = false
  @exclusivity(unchecked) private var triggerEnd: Event<Never>?

  init(source: Observable<Element>, observer: ObserverBase<Element>, cancel: any Cancelable) {
    self.source = source
    super.init(observer: observer, cancel: cancel)
  }

  func run<Trigger: ObservableType>(_ makeTrigger: (Observable<Failure>) -> Trigger) -> any Disposable {
    let observer = RetryTriggerObserver<Trigger.Element, Element, Failure>(sink: self)
    let trigger = makeTrigger(errors).asObservable().subscribe(erased: observer)
    return Disposables.create(run(), trigger)
  }

  override func nextSource() -> Observable<Element>? { source }

  override func onError(_ error: any Error) {
    guard let failure = error as? Failure else { return forwardError(error) }
    let end = lock.withLock {
      isWaiting = true
      return triggerEnd
    }
    if let end { forward(end) } else { errors.onNext(failure) }
  }

  /// The trigger sent an element: counts once for each error.
  fileprivate func triggered() {
    let hasWaited = lock.withLock {
      let hasWaited = isWaiting
      isWaiting = false
      return hasWaited
    }
    if hasWaited { advance() }
  }

  fileprivate func triggerEnded(_ end: Event<Never>) {
    let mustForward = lock.withLock {
      triggerEnd = end
      return isWaiting
    }
    if mustForward { forward(end) }
  }

  private func forward(_ end: Event<Never>) {
    if let error = end.error { forwardError(error) } else { forwardCompleted() }
  }
}

/// The observer of what `retry(when:)` waits for.
private final class RetryTriggerObserver<Trigger, Element, Failure: Error>: ObserverBase<Trigger>,
  @unchecked Sendable
{
  private let sink: RetryWhenSink<Element, Failure>

  init(sink: RetryWhenSink<Element, Failure>) {
    self.sink = sink
  }

  override func onNext(_ element: Trigger) { sink.triggered() }

  override func onError(_ error: any Error) { sink.triggerEnded(.error(error)) }

  override func onCompleted() { sink.triggerEnded(.completed) }
}

private final class RetryWhen<Element, Trigger: ObservableType, Failure: Error>: Producer<Element>,
  @unchecked Sendable
{
  private let source: Observable<Element>
  private let notificationHandler: @Sendable (Observable<Failure>) -> Trigger

  init(source: Observable<Element>, notificationHandler: @escaping @Sendable (Observable<Failure>) -> Trigger) {
    self.source = source
    self.notificationHandler = notificationHandler
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = RetryWhenSink<Element, Failure>(source: source, observer: observer, cancel: cancel)
    return (sink, sink.run(notificationHandler))
  }
}
