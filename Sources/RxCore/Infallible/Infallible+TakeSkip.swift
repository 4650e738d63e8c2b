// Each forwards to the operator of the same name on `Observable`, which documents semantics, threads and errors.

extension InfallibleType {
  /// Emits elements until `other` emits one, then completes.
  public func take<Source: InfallibleType>(until other: Source) -> Infallible<Element> {
    Infallible(asObservable().take(until: other.asObservable()))
  }

  /// Emits elements until `other` emits one, then completes.
  public func take<Source: ObservableType>(until other: Source) -> Infallible<Element> {
    Infallible(asObservable().take(until: other))
  }

  /// Emits elements until one satisfies `predicate`, then completes.
  ///
  /// An error that `predicate` throws breaks the promise that an `Infallible` never fails.
  @preconcurrency
  public func take(
    until predicate: @escaping @Sendable (Element) throws -> Bool,
    behavior: TakeBehavior = .exclusive
  ) -> Infallible<Element> {
    Infallible(asObservable().take(until: predicate, behavior: behavior))
  }

  /// Emits elements while they satisfy `predicate`, then completes.
  ///
  /// An error that `predicate` throws breaks the promise that an `Infallible` never fails.
  @preconcurrency
  public func take(
    while predicate: @escaping @Sendable (Element) throws -> Bool,
    behavior: TakeBehavior = .exclusive
  ) -> Infallible<Element> {
    Infallible(asObservable().take(while: predicate, behavior: behavior))
  }

  /// Drops elements while they satisfy `predicate`, then emits all others.
  ///
  /// An error that `predicate` throws breaks the promise that an `Infallible` never fails.
  @preconcurrency
  public func skip(while predicate: @escaping @Sendable (Element) throws -> Bool) -> Infallible<
    Element
  > {
    Infallible(asObservable().skip(while: predicate))
  }

  /// Drops elements until `other` emits one, then emits all others.
  public func skip<Source: ObservableType>(until other: Source) -> Infallible<Element> {
    Infallible(asObservable().skip(until: other))
  }
}
