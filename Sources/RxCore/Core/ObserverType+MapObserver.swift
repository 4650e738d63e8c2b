extension ObserverType {
  /// Returns an observer that forwards the result of `transform` for each element.
  ///
  /// If `transform` throws, the error is forwarded instead.
  @preconcurrency
  public func mapObserver<Result>(
    _ transform: @escaping @Sendable (Result) throws -> Element
  ) -> AnyObserver<Result> {
    let observer = asObserverBase()
    return AnyObserver { event in observer.on(event.map(transform)) }
  }
}
