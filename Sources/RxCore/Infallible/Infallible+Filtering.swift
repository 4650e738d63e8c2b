// Each forwards to the observable's operator of the same name, which says more about its semantics, threads and errors.

extension InfallibleType {
  /// Emits the elements that `predicate` accepts.
  @preconcurrency
  public func filter(_ predicate: @escaping @Sendable (Element) -> Bool) -> Infallible<Element> {
    Infallible(asObservable().filter(predicate))
  }

  /// Emits the first `count` elements, and completes.
  public func take(_ count: Int) -> Infallible<Element> {
    Infallible(asObservable().take(count))
  }

  /// Emits the elements of the first `duration`, measured by `scheduler`, and completes.
  @preconcurrency
  public func take(
    for duration: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> where Element: Sendable {
    Infallible(asObservable().take(for: duration, scheduler: scheduler))
  }

  /// Emits the elements after the first `count`.
  public func skip(_ count: Int) -> Infallible<Element> {
    Infallible(asObservable().skip(count))
  }

  /// Emits the elements after the first `duration`, measured by `scheduler`.
  @preconcurrency
  public func skip(
    _ duration: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> where Element: Sendable {
    Infallible(asObservable().skip(duration, scheduler: scheduler))
  }

  /// Emits an element when no other has followed for `dueTime`, on `scheduler`.
  @preconcurrency
  public func debounce(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> where Element: Sendable {
    Infallible(asObservable().debounce(dueTime, scheduler: scheduler))
  }

  /// Emits the first element, and then at most one in each `dueTime`. See ``ObservableType/throttle(_:latest:scheduler:)``.
  @preconcurrency
  public func throttle(
    _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
  ) -> Infallible<Element> where Element: Sendable {
    Infallible(asObservable().throttle(dueTime, latest: latest, scheduler: scheduler))
  }

  /// Emits each event `dueTime` later, on `scheduler`.
  @preconcurrency
  public func delay(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> where Element: Sendable {
    Infallible(asObservable().delay(dueTime, scheduler: scheduler))
  }
}

extension InfallibleType where Element: Equatable {
  /// Emits each element that differs from the last one emitted.
  @preconcurrency
  public func distinctUntilChanged() -> Infallible<Element> where Element: SendableMetatype {
    Infallible(asObservable().distinctUntilChanged())
  }
}

extension InfallibleType {
  /// Emits each element whose property differs from that of the last one emitted.
  @preconcurrency
  public func distinctUntilChanged<Property: Equatable & SendableMetatype>(
    at keyPath: any KeyPath<Element, Property> & Sendable
  ) -> Infallible<Element> {
    Infallible(asObservable().distinctUntilChanged(at: keyPath))
  }

  /// Emits each element whose key differs from that of the last one emitted. An error that `keySelector` throws breaks the
  /// guarantee of the sequence.
  @preconcurrency
  public func distinctUntilChanged<Key: Equatable & SendableMetatype>(
    _ keySelector: @escaping @Sendable (Element) throws -> Key
  ) -> Infallible<Element> {
    Infallible(asObservable().distinctUntilChanged(keySelector))
  }

  /// Emits each element that `comparer` does not find equal to the last one emitted. An error that it throws breaks the
  /// guarantee of the sequence.
  @preconcurrency
  public func distinctUntilChanged(
    _ comparer: @escaping @Sendable (_ lhs: Element, _ rhs: Element) throws -> Bool
  ) -> Infallible<Element> {
    Infallible(asObservable().distinctUntilChanged(comparer))
  }

  /// Emits each element whose key `comparer` does not find equal to that of the last one emitted. An error that a closure
  /// throws breaks the guarantee of the sequence.
  @preconcurrency
  public func distinctUntilChanged<K>(
    _ keySelector: @escaping @Sendable (Element) throws -> K,
    comparer: @escaping @Sendable (_ lhs: K, _ rhs: K) throws -> Bool
  ) -> Infallible<Element> {
    Infallible(asObservable().distinctUntilChanged(keySelector, comparer: comparer))
  }
}
