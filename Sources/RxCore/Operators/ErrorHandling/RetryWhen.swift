internal import DeliveryCore

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
  CustomOperator {
    RetryWhenSink<Element, Failure>(source: source.staged, observer: $0)
  } connect: { sink in
    sink.run(notificationHandler)
  }
}

/// `retry(when:)` as a state machine: decides when an attempt starts, and when the trigger's terminal event is forwarded.
///
///     attempting ──error──▶ waiting ─────trigger emitted──────▶ resuming
///         ▲                                                        │
///         └───────────────────subscribed to the source─────────────┘
///
/// If an attempt fails inside its own subscription, the next one starts only after that `subscribe` call has returned.
/// Until then the state is resuming, and the trigger may still end the sequence: the state is then ended, and no attempt
/// starts.
enum RetryWhenState {
  /// With the trigger's terminal event, if it arrived during an attempt.
  case attempting(triggerEnd: Event<Never>?)
  case waiting, resuming, ended

  /// The sink is about to subscribe to the source. Returns whether it may.
  mutating func startAttempt() -> Bool {
    switch self {
    case .ended: return false
    case .attempting: break
    case .waiting, .resuming: self = .attempting(triggerEnd: nil)
    }
    return true
  }

  /// The attempt failed. Returns the terminal event to forward, or `nil` if the trigger is to receive the error.
  mutating func attemptFailed() -> Event<Never>? {
    guard case .attempting(let triggerEnd) = self else { return nil }
    self = triggerEnd == nil ? .waiting : .ended
    return triggerEnd
  }

  /// The trigger emitted an element, which starts at most one attempt per error. Returns whether to start one.
  mutating func triggerEmitted() -> Bool {
    guard case .waiting = self else { return false }
    self = .resuming
    return true
  }

  /// The trigger terminated. Returns whether to forward its terminal event now.
  mutating func triggerEnded(_ end: Event<Never>) -> Bool {
    switch self {
    case .attempting(nil): self = .attempting(triggerEnd: end)
    // Only the first terminal event counts. It is never replaced, so no error is released under the lock.
    case .attempting, .ended: break
    case .waiting, .resuming:
      self = .ended
      return true
    }
    return false
  }
}

/// Forwards either the current attempt's events or, while no attempt is running, the trigger's terminal event.
private final class RetryWhenSink<Element, Failure: Error>: SequentialSourcesSink<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let errors = PublishSubject<Failure>()
  private let trigger = SingleAssignmentDisposable()
  private let lock = Lock()
  /// Guarded by the lock.
  @exclusivity(unchecked) private var state = RetryWhenState.attempting(triggerEnd: nil)

  init(source: Observable<Element>, observer: ObserverBase<Element>) {
    self.source = source
    super.init(observer: observer)
  }

  func run<Trigger: ObservableType>(_ makeTrigger: (Observable<Failure>) -> Trigger) {
    makeTrigger(errors).asObservable().subscribe(
      heldBy: trigger, onNext: { _ in self.triggerEmitted() }, onError: { self.triggerEnded(.error($0)) },
      onCompleted: { self.triggerEnded(.completed) })
    advance()
  }

  override func addResources(to rest: inout [any Upstream]) { rest.append(trigger) }

  override func nextSource() -> Observable<Element>? { lock.withLock { state.startAttempt() } ? source : nil }

  /// The call that has ended the sequence forwards the terminal event.
  override func finish() {}

  /// The current attempt failed.
  override func onError(_ error: any Error) {
    guard let failure = error as? Failure else { return forwardError(error) }
    takeUpstream()?.dispose()
    let end = lock.withLock { state.attemptFailed() }
    if let end { forward(end) } else { errors.onNext(failure) }
  }

  private func triggerEmitted() {
    if lock.withLock({ state.triggerEmitted() }) { advance() }
  }

  private func triggerEnded(_ end: Event<Never>) {
    if lock.withLock({ state.triggerEnded(end) }) { forward(end) }
  }

  private func forward(_ end: Event<Never>) {
    if let error = end.error { forwardError(error) } else { forwardCompleted() }
  }
}
