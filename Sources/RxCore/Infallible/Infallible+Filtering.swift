// Each method forwards to the operator of the same name on `Observable`, which documents semantics, threads and errors.

extension InfallibleType {
  /// Emits the elements that satisfy `predicate`.
  @preconcurrency
  public func filter(_ predicate: @escaping @Sendable (Element) -> Bool) -> Infallible<Element> {
    Infallible(asObservable().filter(predicate))
  }

  /// Emits the first `count` elements, then completes.
  public func take(_ count: Int) -> Infallible<Element> {
    Infallible(asObservable().take(count))
  }

  /// Emits elements for `duration`, as measured by `scheduler`, then completes.
  public func take(for duration: RxTimeInterval, scheduler: any SchedulerType) -> Infallible<Element> {
    Infallible(asObservable().take(for: duration, scheduler: scheduler))
  }

  /// Drops the first `count` elements.
  public func skip(_ count: Int) -> Infallible<Element> {
    Infallible(asObservable().skip(count))
  }

  /// Drops elements for `duration`, as measured by `scheduler`.
  @preconcurrency
  public func skip(
    _ duration: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> where Element: Sendable {
    Infallible(asObservable().skip(duration, scheduler: scheduler))
  }

  /// Emits an element once `dueTime` has passed without another one, on `scheduler`.
  @preconcurrency
  public func debounce(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> where Element: Sendable {
    Infallible(asObservable().debounce(dueTime, scheduler: scheduler))
  }

  /// Emits the first element, then at most one every `dueTime`. See ``ObservableType/throttle(_:latest:scheduler:)``.
  @preconcurrency
  public func throttle(
    _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
  ) -> Infallible<Element> where Element: Sendable {
    Infallible(asObservable().throttle(dueTime, latest: latest, scheduler: scheduler))
  }

  /// Delays each event by `dueTime`, on `scheduler`.
  @preconcurrency
  public func delay(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> where Element: Sendable {
    Infallible(asObservable().delay(dueTime, scheduler: scheduler))
  }

  /// Emits each element whose property at `keyPath` differs from the last emitted element's.
  @preconcurrency
  public func distinctUntilChanged<Property: Equatable & SendableMetatype>(
    at keyPath: any KeyPath<Element, Property> & Sendable
  ) -> Infallible<Element> {
    Infallible(asObservable().distinctUntilChanged(at: keyPath))
  }

  /// Emits each element whose key differs from the last emitted element's.
  ///
  /// `keySelector` should not throw, because an `Infallible` must never fail.
  @preconcurrency
  public func distinctUntilChanged<Key: Equatable & SendableMetatype>(
    _ keySelector: @escaping @Sendable (Element) throws -> Key
  ) -> Infallible<Element> {
    Infallible(asObservable().distinctUntilChanged(keySelector))
  }

  /// Emits each element unless `comparer` considers it equal to the last one emitted.
  ///
  /// `comparer` should not throw, because an `Infallible` must never fail.
  @preconcurrency
  public func distinctUntilChanged(
    _ comparer: @escaping @Sendable (_ lhs: Element, _ rhs: Element) throws -> Bool
  ) -> Infallible<Element> {
    Infallible(asObservable().distinctUntilChanged(comparer))
  }

  /// Emits each element unless `comparer` considers its key equal to the last emitted element's.
  ///
  /// The closures should not throw, because an `Infallible` must never fail.
  @preconcurrency
  public func distinctUntilChanged<K>(
    _ keySelector: @escaping @Sendable (Element) throws -> K,
    comparer: @escaping @Sendable (_ lhs: K, _ rhs: K) throws -> Bool
  ) -> Infallible<Element> {
    Infallible(asObservable().distinctUntilChanged(keySelector, comparer: comparer))
  }
}

extension InfallibleType where Element: Equatable {
  /// Emits each element that differs from the last one emitted.
  @preconcurrency
  public func distinctUntilChanged() -> Infallible<Element> where Element: SendableMetatype {
    Infallible(asObservable().distinctUntilChanged())
  }
}
