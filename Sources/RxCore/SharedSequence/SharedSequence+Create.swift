// Each method forwards to the method of the same name on `Observable`. All but `never` and `deferred` emit on the
// strategy's scheduler.

extension SharedSequence {
  /// Creates a sequence that completes without an element, on the strategy's scheduler.
  ///
  /// Semantics: ReactiveX, Empty.
  @preconcurrency
  public static func empty() -> SharedSequence<SharingStrategy, Element> where Element: Sendable {
    SharedSequence(raw: Observable.empty().subscribe(on: SharingStrategy.scheduler))
  }

  /// Creates a sequence that emits nothing and never completes.
  ///
  /// Semantics: ReactiveX, Never.
  public static func never() -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(raw: Observable.never())
  }

  /// Creates a sequence that emits `element` and completes, on the strategy's scheduler.
  ///
  /// Semantics: ReactiveX, Just.
  @preconcurrency
  public static func just(_ element: Element) -> SharedSequence<SharingStrategy, Element> where Element: Sendable {
    SharedSequence(raw: Observable.just(element).subscribe(on: SharingStrategy.scheduler))
  }

  /// Creates a sequence that calls `observableFactory` to create the source when the first subscriber subscribes, on
  /// that subscriber's thread.
  ///
  /// Semantics: ReactiveX, Defer.
  @preconcurrency
  public static func deferred(
    _ observableFactory: @escaping @Sendable () -> SharedSequence<SharingStrategy, Element>
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(Observable.deferred { observableFactory().asObservable() })
  }

  /// Creates a sequence that emits `elements` and completes. Each event is scheduled on the strategy's scheduler.
  ///
  /// Semantics: ReactiveX, From.
  public static func of(_ elements: Element...) -> SharedSequence<SharingStrategy, Element> { from(elements) }

  /// Creates a sequence that emits the elements of `array` and completes. Each event is scheduled on the strategy's
  /// scheduler.
  ///
  /// Semantics: ReactiveX, From.
  public static func from(_ array: [Element]) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(raw: Observable.from(array, scheduler: SharingStrategy.scheduler))
  }

  /// Creates a sequence that emits the elements of `sequence` and completes. Each event is scheduled on the strategy's
  /// scheduler.
  ///
  /// Semantics: ReactiveX, From.
  public static func from<Sequence: Swift.Sequence>(
    _ sequence: Sequence
  ) -> SharedSequence<SharingStrategy, Element> where Sequence.Element == Element {
    SharedSequence(raw: Observable.from(sequence, scheduler: SharingStrategy.scheduler))
  }

  /// Creates a sequence that emits the element, if there is one, and completes. Each event is scheduled on the
  /// strategy's scheduler.
  ///
  /// Semantics: ReactiveX, From.
  public static func from(optional: Element?) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(raw: Observable.from(optional: optional, scheduler: SharingStrategy.scheduler))
  }
}

extension SharedSequence where Element: RxAbstractInteger {
  /// Creates a sequence that emits 0, 1, 2 and so on, one every `period`, while there are subscribers.
  ///
  /// Semantics: ReactiveX, Interval.
  @preconcurrency
  public static func interval(
    _ period: RxTimeInterval
  ) -> SharedSequence<SharingStrategy, Element> where Element: SendableMetatype {
    SharedSequence(Observable.interval(period, scheduler: SharingStrategy.scheduler))
  }

  /// Creates a sequence that emits 0 after `dueTime`, then 1, 2 and so on, one every `period`, while there are
  /// subscribers.
  ///
  /// Semantics: ReactiveX, Timer.
  @preconcurrency
  public static func timer(
    _ dueTime: RxTimeInterval, period: RxTimeInterval
  ) -> SharedSequence<SharingStrategy, Element> where Element: SendableMetatype {
    SharedSequence(Observable.timer(dueTime, period: period, scheduler: SharingStrategy.scheduler))
  }
}
