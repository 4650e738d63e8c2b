extension InfallibleType {
  /// Emits the result of `resultSelector` for `obj`, which is held weakly, and each element. Completes at the first element
  /// after `obj` is deallocated.
  @preconcurrency
  public func withUnretained<Object: AnyObject & Sendable, Out>(
    _ obj: Object, resultSelector: @escaping @Sendable (Object, Element) -> Out
  ) -> Infallible<Out> {
    Infallible<Out>(asObservable().withUnretained(obj, resultSelector: resultSelector))
  }

  /// Emits a tuple of `obj`, which is held weakly, and each element. Completes at the first element after `obj` is
  /// deallocated.
  @preconcurrency
  public func withUnretained<Object: AnyObject & Sendable>(_ obj: Object) -> Infallible<(Object, Element)> {
    withUnretained(obj) { ($0, $1) }
  }
}
