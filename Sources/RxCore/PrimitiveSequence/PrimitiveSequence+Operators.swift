// Operators for all traits, and for the traits that can have an element. Each forwards to the same operator on
// `Observable`.

extension PrimitiveSequence {
  /// Delivers the events on `scheduler`, in order.
  ///
  /// Semantics: ReactiveX, ObserveOn.
  @preconcurrency
  public func observe(
    on scheduler: any ImmediateSchedulerType
  ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
    PrimitiveSequence(raw: source.observe(on: scheduler))
  }

  /// Subscribes to the source, and disposes the subscription, on `scheduler`.
  ///
  /// Semantics: ReactiveX, SubscribeOn.
  @preconcurrency
  public func subscribe(
    on scheduler: any ImmediateSchedulerType
  ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
    PrimitiveSequence(raw: source.subscribe(on: scheduler))
  }

  /// When the source fails, continues with the sequence that `handler` returns for the error.
  ///
  /// If `handler` throws, the sequence fails.
  ///
  /// Semantics: ReactiveX, Catch.
  @preconcurrency
  public func `catch`(
    _ handler: @escaping @Sendable (any Error) throws -> PrimitiveSequence<Trait, Element>
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: source.catch { try handler($0).asObservable() })
  }

  /// Subscribes to the source again after each error.
  ///
  /// Semantics: ReactiveX, Retry.
  public func retry() -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: source.retry())
  }

  /// Subscribes to the source again after an error, with at most `maxAttemptCount` attempts in total, then fails with
  /// the last error.
  ///
  /// A negative count stops the program. With a count of zero, a `Single` fails with ``RxError/noElements``.
  ///
  /// Semantics: ReactiveX, Retry.
  public func retry(_ maxAttemptCount: Int) -> PrimitiveSequence<Trait, Element> {
    withOutcome(source.retry(maxAttemptCount))
  }

  /// After an error, subscribes to the source again when the sequence returned by `notificationHandler` emits an
  /// element.
  ///
  /// An error that is not a `Failure` terminates the sequence. See `ObservableType/retry(when:)`. If the returned
  /// sequence completes, a `Single` fails with ``RxError/noElements``.
  ///
  /// Semantics: ReactiveX, RetryWhen.
  @preconcurrency
  public func retry<TriggerObservable: ObservableType, Failure: Error>(
    when notificationHandler: @escaping @Sendable (Observable<Failure>) -> TriggerObservable
  ) -> PrimitiveSequence<Trait, Element> {
    withOutcome(source.retry(when: notificationHandler))
  }

  /// After an error, subscribes to the source again when the sequence returned by `notificationHandler` emits an
  /// element. See `ObservableType/retry(when:)`.
  ///
  /// Semantics: ReactiveX, RetryWhen.
  @preconcurrency
  public func retry<TriggerObservable: ObservableType>(
    when notificationHandler: @escaping @Sendable (Observable<any Error>) -> TriggerObservable
  ) -> PrimitiveSequence<Trait, Element> {
    withOutcome(source.retry(when: notificationHandler))
  }

  /// The attempts as a sequence that fails if it would otherwise break the promise of a `Single`.
  private func withOutcome(_ attempts: Observable<Element>) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: Trait.self == SingleTrait.self ? attempts.single() : attempts)
  }

  /// Prints each subscription, event and disposal to standard output. See
  /// ``ObservableType/debug(_:trimOutput:file:line:function:)``.
  ///
  /// Semantics: ReactiveX, Do.
  public func debug(
    _ identifier: String? = nil, trimOutput: Bool = false, file: String = #fileID, line: UInt = #line,
    function: String = #function
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(
      raw: source.debug(identifier, trimOutput: trimOutput, file: file, line: line, function: function))
  }
}

extension PrimitiveSequenceType where Trait: ElementTrait {
  /// Emits the element if it satisfies `predicate`, and otherwise completes.
  ///
  /// If `predicate` throws, the sequence fails.
  ///
  /// Semantics: ReactiveX, Filter.
  @preconcurrency
  public func filter(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Maybe<Element> {
    Maybe(raw: source.filter(predicate))
  }

  /// Emits the result of `transform` for the element. If `transform` throws, the sequence fails.
  ///
  /// Semantics: ReactiveX, Map.
  @inlinable
  @preconcurrency
  public func map<Result>(
    _ transform: @escaping @Sendable (Element) throws -> Result
  ) -> PrimitiveSequence<Trait, Result> {
    PrimitiveSequence<Trait, Result>(raw: source.map(transform))
  }

  /// Emits the result of `transform` for the element, or completes if the result is `nil`.
  ///
  /// If `transform` throws, the sequence fails.
  ///
  /// Semantics: ReactiveX, Map and Filter.
  @preconcurrency
  public func compactMap<Result>(
    _ transform: @escaping @Sendable (Element) throws -> Result?
  ) -> Maybe<Result> {
    Maybe(raw: source.compactMap(transform))
  }

  /// Continues with the sequence that `selector` returns for the element.
  ///
  /// If `selector` throws, the sequence fails.
  ///
  /// Semantics: ReactiveX, FlatMap.
  @inlinable
  @preconcurrency
  public func flatMap<Result>(
    _ selector: @escaping @Sendable (Element) throws -> PrimitiveSequence<Trait, Result>
  ) -> PrimitiveSequence<Trait, Result> {
    PrimitiveSequence<Trait, Result>(raw: source.flatMap(selector))
  }

  /// Emits `element` in place of an error.
  ///
  /// Semantics: ReactiveX, Catch.
  public func catchAndReturn(_ element: Element) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: source.catchAndReturn(element))
  }
}
