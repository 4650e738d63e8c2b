extension PrimitiveSequence {
  /// Emits the element and the completion `dueTime` later, on `scheduler`. An error is not delayed.
  ///
  /// Semantics: ReactiveX, Delay.
  @preconcurrency
  public func delay(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
    PrimitiveSequence(raw: source.delay(dueTime, scheduler: scheduler))
  }
}

extension PrimitiveSequenceType where Element: RxAbstractInteger {
  /// Emits 0 after `dueTime`, on `scheduler`. Disposal cancels the timer.
  ///
  /// Semantics: ReactiveX, Timer.
  @preconcurrency
  public static func timer(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> PrimitiveSequence<Trait, Element> where Element: SendableMetatype {
    PrimitiveSequence(raw: .timer(dueTime, scheduler: scheduler))
  }
}
