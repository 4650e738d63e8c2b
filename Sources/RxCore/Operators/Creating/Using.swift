extension ObservableType {
  /// Creates a sequence that, for each subscription, creates a resource and a source, and disposes the resource when
  /// the subscription ends.
  ///
  /// ```swift
  /// final class File: Disposable {
  ///   init() { print("opened") }
  ///   func dispose() { print("closed") }
  /// }
  /// let lines = Observable.using({ File() }, observableFactory: { file in a })
  /// ```
  /// ```
  /// opened
  /// closed
  /// a      -1--2--|
  /// using  -1--2--|
  /// ```
  ///
  /// Both closures are called inside `subscribe`. If either throws, the sequence fails. The resource is disposed once:
  /// after the source's terminal event has been forwarded, after `observableFactory` has thrown, or, on disposal,
  /// after the source. It is never disposed before the source has been subscribed to.
  ///
  /// `Resource` must be a concrete type. To dispose with a closure, write a class that conforms to ``Disposable``,
  /// because the compiler rejects the `any Cancelable` that ``Disposables/create(with:)`` returns.
  ///
  /// Semantics: ReactiveX, Using.
  @preconcurrency
  public static func using<Resource: Disposable>(
    _ resourceFactory: @escaping @Sendable () throws -> Resource,
    observableFactory: @escaping @Sendable (Resource) throws -> Observable<Element>
  ) -> Observable<Element> {
    CustomOperator {
      ResourceSink(observer: $0)
    } connect: { sink in
      let resource = try resourceFactory()
      // Last: a disposal inside the factory must not dispose a resource that the factory still uses.
      defer { sink.resource.setDisposable(resource) }
      try observableFactory(resource).subscribe(stage: sink)
    }
  }
}
