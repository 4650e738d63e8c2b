// Each method forwards to the operator of the same name on `Observable`, which documents semantics, threads and errors.

extension InfallibleType {
  /// Emits elements until `other` emits its first element, then completes.
  public func take<Source: InfallibleType>(until other: Source) -> Infallible<Element> {
    Infallible(asObservable().take(until: other.asObservable()))
  }

  /// Emits elements until `other` emits its first element, then completes.
  public func take<Source: ObservableType>(until other: Source) -> Infallible<Element> {
    Infallible(asObservable().take(until: other))
  }

  /// Emits elements until one satisfies `predicate`, then completes.
  ///
  /// `predicate` should not throw, because an `Infallible` must never fail.
  @preconcurrency
  public func take(
    until predicate: @escaping @Sendable (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Infallible<Element> {
    Infallible(asObservable().take(until: predicate, behavior: behavior))
  }

  /// Emits elements while they satisfy `predicate`, then completes.
  ///
  /// `predicate` should not throw, because an `Infallible` must never fail.
  @preconcurrency
  public func take(
    while predicate: @escaping @Sendable (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Infallible<Element> {
    Infallible(asObservable().take(while: predicate, behavior: behavior))
  }

  /// Drops elements while they satisfy `predicate`, then emits all remaining elements.
  ///
  /// `predicate` should not throw, because an `Infallible` must never fail.
  @preconcurrency
  public func skip(while predicate: @escaping @Sendable (Element) throws -> Bool) -> Infallible<Element> {
    Infallible(asObservable().skip(while: predicate))
  }

  /// Drops elements until `other` emits its first element, then emits all remaining elements.
  public func skip<Source: ObservableType>(until other: Source) -> Infallible<Element> {
    Infallible(asObservable().skip(until: other))
  }
}
