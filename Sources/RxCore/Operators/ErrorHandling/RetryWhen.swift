internal import DeliveryCore
import Synchronization

extension ObservableType {
  /// Resubscribes to a failed source when the sequence that `notificationHandler` returns emits an element.
  ///
  ///     load().retry(when: { errors in errors.delay(.seconds(1), scheduler: MainScheduler.instance) })
  ///
  /// `notificationHandler` is called once for each subscription, inside `subscribe`, with a sequence of the errors. A
  /// failed attempt is disposed before its error is emitted. If the returned sequence fails or completes, the result
  /// does too: immediately if an error is pending, and otherwise at the next error. An error that is not a `Failure`
  /// terminates the result.
  ///
  /// Semantics: ReactiveX, RetryWhen.
  @preconcurrency
  public func retry<TriggerObservable: ObservableType, Failure: Error>(
    when notificationHandler: @escaping @Sendable (Observable<Failure>) -> TriggerObservable
  ) -> Observable<Element> {
    makeRetry(of: asObservable(), when: notificationHandler)
  }

  /// Resubscribes to a failed source when the sequence that `notificationHandler` returns emits an element.
  ///
  /// Here each wait is longer than the one before, and the third error ends the sequence:
  ///
  /// ```swift
  /// a.retry(when: { errors in
  ///   errors.enumerated().flatMap { index, error in
  ///     index == 2 ? Observable<Int>.error(error) : .timer(.milliseconds(3 + 2 * index), scheduler: scheduler)
  ///   }
  /// })
  /// ```
  /// ```
  /// a             -1--2--#
  /// a (1)         ^------!
  /// a (2)         ----------^------!
  /// a (3)         ----------------------^------!
  /// retry(when:)  -1--2------1--2--------1--2--#
  /// ticks         0         10        20
  /// ```
  ///
  /// `notificationHandler` is called once for each subscription, inside `subscribe`, with a sequence of the errors. A
  /// failed attempt is disposed before its error is emitted. If the returned sequence fails or completes, the result
  /// does too: immediately if an error is pending, and otherwise at the next error.
  ///
  /// Semantics: ReactiveX, RetryWhen.
  @preconcurrency
  public func retry<TriggerObservable: ObservableType>(
    when notificationHandler: @escaping @Sendable (Observable<any Error>) -> TriggerObservable
  ) -> Observable<Element> {
    makeRetry(of: asObservable(), when: notificationHandler)
  }
}

private func makeRetry<Element, Trigger: ObservableType, Failure: Error>(
  of source: Observable<Element>, when notificationHandler: @escaping @Sendable (Observable<Failure>) -> Trigger
) -> Observable<Element> {
  CustomOperator { RetryWhenSink<Element, Failure>(source: source, observer: $0).run(notificationHandler) }
}

/// Forwards either the current attempt's events or, while no attempt is running, the trigger's terminal event. The lock
/// guards the decision between the two.
///
///     attempting ──error──▶ waiting ─────trigger emitted──────▶ resuming
///         ▲                                                        │
///         └───────────────────subscribed to the source─────────────┘
///
/// If an attempt fails inside its own subscription, the next one starts only after that `subscribe` call has returned.
/// Until then the sink is resuming, and the trigger may still end the sequence: the sink is then ended, and no attempt
/// starts.
private final class RetryWhenSink<Element, Failure: Error>: SequentialSourcesSink<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let errors = PublishSubject<Failure>()
  private let trigger = SingleAssignmentDisposable()
  private let lock = Lock()
  // Guarded by the lock.
  @exclusivity(unchecked) private var phase = Phase.attempting
  @exclusivity(unchecked) private var triggerEnd: Event<Never>?

  private enum Phase { case attempting, waiting, resuming, ended }

  init(source: Observable<Element>, observer: ObserverBase<Element>) {
    self.source = source
    super.init(observer: observer)
  }

  func run<Trigger: ObservableType>(_ makeTrigger: (Observable<Failure>) -> Trigger) -> any Upstream {
    observer.onSubscribe(self)
    makeTrigger(errors).asObservable().subscribe(
      heldBy: trigger, onNext: { _ in self.triggerEmitted() }, onError: { self.triggerEnded(.error($0)) },
      onCompleted: { self.triggerEnded(.completed) })
    advance()
    return self
  }

  override func addResources(to rest: inout [any Disposable]) { rest.append(trigger) }

  override func nextSource() -> Observable<Element>? {
    lock.withLock {
      if phase == .ended { return nil }
      phase = .attempting
      return source
    }
  }

  /// The call that has ended the sequence forwards the terminal event.
  override func finish() {}

  override func makeObserver() -> ObserverBase<Element>? { AttemptObserver(sink: self) }

  /// The current attempt failed.
  override func onError(_ error: any Error) {
    guard let failure = error as? Failure else { return forwardError(error) }
    disposeUpstream()
    let end = lock.withLock {
      phase = triggerEnd == nil ? .waiting : .ended
      return triggerEnd
    }
    if let end { forward(end) } else { errors.onNext(failure) }
  }

  /// The trigger emitted an element, which starts at most one attempt per error.
  private func triggerEmitted() {
    let mustAdvance = lock.withLock {
      guard phase == .waiting else { return false }
      phase = .resuming
      return true
    }
    if mustAdvance { advance() }
  }

  private func triggerEnded(_ end: Event<Never>) {
    let mustForward = lock.withLock {
      // Only the first terminal event counts. It is never replaced, so no error is released under the lock.
      if triggerEnd == nil { triggerEnd = end }
      if phase == .attempting { return false }
      phase = .ended
      return true
    }
    if mustForward { forward(end) }
  }

  private func forward(_ end: Event<Never>) {
    if let error = end.error { forwardError(error) } else { forwardCompleted() }
  }
}
