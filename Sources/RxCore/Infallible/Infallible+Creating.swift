// Each method forwards to the operator of the same name on `Observable`, which documents semantics, threads and errors.

extension InfallibleType {
  /// Creates a sequence that emits `element` and completes inside `subscribe`.
  public static func just(_ element: Element) -> Infallible<Element> {
    Infallible(.just(element))
  }

  /// Creates a sequence that emits `element` and completes. Each event is scheduled on `scheduler`.
  public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Infallible<Element> {
    Infallible(.just(element, scheduler: scheduler))
  }

  /// Creates a sequence that emits nothing and never completes.
  public static func never() -> Infallible<Element> {
    Infallible(.never())
  }

  /// Creates a sequence that completes without an element, inside `subscribe`.
  public static func empty() -> Infallible<Element> {
    Infallible(.empty())
  }

  /// Creates a sequence that calls `observableFactory` on the subscribing thread to create a new source for each
  /// subscription.
  ///
  /// `observableFactory` should not throw, because an `Infallible` must never fail.
  @preconcurrency
  public static func deferred(
    _ observableFactory: @escaping @Sendable () throws -> Infallible<Element>
  ) -> Infallible<Element> {
    Infallible(.deferred { try observableFactory().asObservable() })
  }

  /// Creates a sequence that emits `element` repeatedly, scheduling each emission on `scheduler`, until disposed.
  public static func repeatElement(
    _ element: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> {
    Infallible(.repeatElement(element, scheduler: scheduler))
  }

  /// Creates a sequence that, for each subscription, creates a resource and a source, and disposes the resource when
  /// the subscription ends.
  ///
  /// The closures should not throw, because an `Infallible` must never fail.
  @preconcurrency
  public static func using<Resource: Disposable>(
    _ resourceFactory: @escaping @Sendable () throws -> Resource,
    observableFactory: @escaping @Sendable (Resource) throws -> Infallible<Element>
  ) -> Infallible<Element> {
    Infallible(
      .using(resourceFactory, observableFactory: { try observableFactory($0).asObservable() }))
  }
}

extension Infallible {
  /// Receives the events of an ``Infallible``.
  public typealias InfallibleObserver = @Sendable (InfallibleEvent<Element>) -> Void

  /// Creates an infallible sequence from a closure that is called for each subscription. See
  /// ``ObservableType/create(_:)``.
  ///
  ///     let ticks = Infallible<Int>.create { observer in
  ///       observer(.next(1))
  ///       observer(.completed)
  ///       return Disposables.create()
  ///     }
  @preconcurrency
  public static func create(
    subscribe: @escaping @Sendable (@escaping InfallibleObserver) -> any Disposable
  ) -> Infallible<Element> {
    let source = Observable<Element>.create { observer in
      let observer = observer.asObserverBase()
      return subscribe { observer.on($0.event) }
    }
    return Infallible(source)
  }

  /// Creates a sequence that emits `elements` and completes. Each event is scheduled on `scheduler`.
  public static func of(
    _ elements: Element..., scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> {
    Infallible(.from(elements, scheduler: scheduler))
  }

  /// Creates a sequence that emits the elements of `array` and completes. Each event is scheduled on `scheduler`.
  public static func from(
    _ array: [Element], scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> {
    Infallible(.from(array, scheduler: scheduler))
  }

  /// Creates a sequence that emits the elements of `sequence` and completes. Each event is scheduled on `scheduler`.
  public static func from<Sequence: Swift.Sequence>(
    _ sequence: Sequence, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> where Sequence.Element == Element {
    Infallible(.from(sequence, scheduler: scheduler))
  }
}

extension InfallibleType where Element: RxAbstractInteger {
  /// Creates a sequence that emits `count` consecutive integers from `start` and completes. Each event is scheduled on
  /// `scheduler`.
  public static func range(
    start: Element, count: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> {
    Infallible(.range(start: start, count: count, scheduler: scheduler))
  }

  /// Creates a sequence that emits 0, 1, 2 and so on, one every `period`, on `scheduler`, until disposed.
  @preconcurrency
  public static func interval(
    _ period: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> where Element: SendableMetatype {
    Infallible(.interval(period, scheduler: scheduler))
  }

  /// Creates a sequence that emits 0 on `scheduler` after `dueTime`.
  ///
  /// With a `period` it continues with 1, 2 and so on; without one it completes.
  @preconcurrency
  public static func timer(
    _ dueTime: RxTimeInterval, period: RxTimeInterval? = nil, scheduler: any SchedulerType
  ) -> Infallible<Element> where Element: SendableMetatype {
    Infallible(.timer(dueTime, period: period, scheduler: scheduler))
  }
}
