// Each forwards to the observable's operator of the same name, which says more about its semantics, threads and errors.

extension InfallibleType {
  /// Emits elements until `other` emits one.
  public func take<Source: InfallibleType>(until other: Source) -> Infallible<Element> {
    Infallible(asObservable().take(until: other.asObservable()))
  }

  /// Emits elements until `other` emits one.
  public func take<Source: ObservableType>(until other: Source) -> Infallible<Element> {
    Infallible(asObservable().take(until: other))
  }

  /// Emits elements until `predicate` accepts one. An error that it throws breaks the guarantee of the sequence.
  @preconcurrency
  public func take(
    until predicate: @escaping @Sendable (Element) throws -> Bool,
    behavior: TakeBehavior = .exclusive
  ) -> Infallible<Element> {
    Infallible(asObservable().take(until: predicate, behavior: behavior))
  }

  /// Emits elements while `predicate` accepts them. An error that it throws breaks the guarantee of the sequence.
  @preconcurrency
  public func take(
    while predicate: @escaping @Sendable (Element) throws -> Bool,
    behavior: TakeBehavior = .exclusive
  ) -> Infallible<Element> {
    Infallible(asObservable().take(while: predicate, behavior: behavior))
  }

  /// Emits the elements from the first on that `predicate` rejects. An error that it throws breaks the guarantee of the
  /// sequence.
  @preconcurrency
  public func skip(while predicate: @escaping @Sendable (Element) throws -> Bool) -> Infallible<
    Element
  > {
    Infallible(asObservable().skip(while: predicate))
  }

  /// Emits the elements that follow the first element of `other`.
  public func skip<Source: ObservableType>(until other: Source) -> Infallible<Element> {
    Infallible(asObservable().skip(until: other))
  }
}
