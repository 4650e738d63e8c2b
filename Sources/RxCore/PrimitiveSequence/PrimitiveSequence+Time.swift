extension PrimitiveSequence {
  /// Fails with `RxError.timeout` if there is no outcome within `dueTime`, as measured by `scheduler`.
  ///
  /// Semantics: ReactiveX, Timeout.
  public func timeout(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: outcome.timeout(dueTime, scheduler: scheduler))
  }

  /// Continues with `other` if there is no outcome within `dueTime`, as measured by `scheduler`.
  ///
  /// Semantics: ReactiveX, Timeout.
  @preconcurrency
  public func timeout(
    _ dueTime: RxTimeInterval, other: PrimitiveSequence<Trait, Element>,
    scheduler: any SchedulerType
  ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
    PrimitiveSequence(
      raw: outcome.timeout(dueTime, other: other.asObservable(), scheduler: scheduler))
  }

  /// The sequence, completed by its element. The completion may otherwise follow late, for example on a queue, and a
  /// timeout must not come in between.
  private var outcome: Observable<Element> { source.take(1) }

  /// Subscribes to the source after `dueTime`, on `scheduler`.
  ///
  /// Semantics: ReactiveX, Delay.
  @preconcurrency
  public func delaySubscription(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
    PrimitiveSequence(raw: source.delaySubscription(dueTime, scheduler: scheduler))
  }

  /// Delays the element and the completion by `dueTime`, on `scheduler`. An error is not delayed.
  ///
  /// Semantics: ReactiveX, Delay.
  @preconcurrency
  public func delay(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
    PrimitiveSequence(raw: source.delay(dueTime, scheduler: scheduler))
  }
}

extension InfallibleType {
  /// Subscribes to the source after `dueTime`, on `scheduler`.
  @preconcurrency
  public func delaySubscription(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> where Element: Sendable {
    Infallible(asObservable().delaySubscription(dueTime, scheduler: scheduler))
  }
}

extension PrimitiveSequenceType where Element: RxAbstractInteger {
  /// Creates a sequence that emits 0 on `scheduler` after `dueTime`. Disposal cancels the timer.
  ///
  /// Semantics: ReactiveX, Timer.
  @preconcurrency
  public static func timer(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> PrimitiveSequence<Trait, Element> where Element: SendableMetatype {
    PrimitiveSequence(raw: .timer(dueTime, scheduler: scheduler))
  }
}
