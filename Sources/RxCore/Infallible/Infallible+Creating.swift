// Each forwards to the observable's operator of the same name, which says more about its semantics, threads and errors.

extension InfallibleType {
  /// Emits `element` and completes, inside `subscribe`.
  public static func just(_ element: Element) -> Infallible<Element> {
    Infallible(.just(element))
  }

  /// Emits `element` and completes, each in a turn of `scheduler`.
  public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Infallible<Element> {
    Infallible(.just(element, scheduler: scheduler))
  }

  /// Emits nothing and never ends.
  public static func never() -> Infallible<Element> {
    Infallible(.never())
  }

  /// Completes inside `subscribe`, without an element.
  public static func empty() -> Infallible<Element> {
    Infallible(.empty())
  }

  /// Makes a separate source for each subscription, by calling `observableFactory` on the subscribing thread. It should not
  /// throw: an error breaks the guarantee of the sequence.
  @preconcurrency
  public static func deferred(
    _ observableFactory: @escaping @Sendable () throws -> Infallible<Element>
  ) -> Infallible<Element> {
    Infallible(.deferred { try observableFactory().asObservable() })
  }
}

extension Infallible {
  /// Receives the events of an ``Infallible``.
  public typealias InfallibleObserver = @Sendable (InfallibleEvent<Element>) -> Void

  /// Makes a sequence of a closure that is called with each new observer. See ``ObservableType/create(_:)``.
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
      return subscribe { event in
        switch event {
        case .next(let element): observer.onNext(element)
        case .completed: observer.onCompleted()
        }
      }
    }
    return Infallible(source)
  }

  /// Emits `elements`, each in a turn of `scheduler`, and completes.
  public static func of(
    _ elements: Element..., scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> {
    Infallible(.from(elements, scheduler: scheduler))
  }

  /// Emits the elements of `array`, each in a turn of `scheduler`, and completes.
  public static func from(
    _ array: [Element], scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> {
    Infallible(.from(array, scheduler: scheduler))
  }

  /// Emits the elements of `sequence`, each in a turn of `scheduler`, and completes.
  public static func from<Sequence: Swift.Sequence>(
    _ sequence: Sequence, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> where Sequence.Element == Element {
    Infallible(.from(sequence, scheduler: scheduler))
  }
}

extension InfallibleType where Element: RxAbstractInteger {
  /// Emits the `count` integers that begin with `start`, each in a turn of `scheduler`, and completes.
  public static func range(
    start: Element, count: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> {
    Infallible(.range(start: start, count: count, scheduler: scheduler))
  }

  /// Emits 0, 1, 2 and so on, one after each `period`, on `scheduler`, until disposed.
  @preconcurrency
  public static func interval(
    _ period: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> where Element: SendableMetatype {
    Infallible(.interval(period, scheduler: scheduler))
  }

  /// Emits 0 after `dueTime`, on `scheduler`, and completes; with a `period` it emits 1, 2 and so on as well.
  @preconcurrency
  public static func timer(
    _ dueTime: RxTimeInterval, period: RxTimeInterval? = nil, scheduler: any SchedulerType
  ) -> Infallible<Element> where Element: SendableMetatype {
    Infallible(.timer(dueTime, period: period, scheduler: scheduler))
  }
}

extension InfallibleType {
  /// Emits `element` again and again, each time in a turn of `scheduler`, until disposed.
  public static func repeatElement(
    _ element: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> {
    Infallible(.repeatElement(element, scheduler: scheduler))
  }

  /// Makes a resource for each subscription, and the sequence that depends on it; disposes the resource when the subscription
  /// ends. The closures should not throw: an error breaks the guarantee of the sequence.
  @preconcurrency
  public static func using<Resource: Disposable>(
    _ resourceFactory: @escaping @Sendable () throws -> Resource,
    observableFactory: @escaping @Sendable (Resource) throws -> Infallible<Element>
  ) -> Infallible<Element> {
    Infallible(
      .using(resourceFactory, observableFactory: { try observableFactory($0).asObservable() }))
  }
}
