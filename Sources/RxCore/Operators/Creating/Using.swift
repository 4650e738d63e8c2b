extension ObservableType {
  /// Makes a resource and a source that uses it, for each subscription, and disposes the resource when the subscription ends.
  ///
  ///     Observable<Line>.using({ try File(name) }, observableFactory: { file in lines(of: file) })
  ///
  /// Both closures run inside `subscribe`. An error that one of them throws ends the sequence. The resource is disposed once:
  /// after the source has ended and that was forwarded, after an error of `observableFactory`, or at disposal, after the
  /// source. `Resource` is a type of its own: for closures make a class that conforms to ``Disposable``, since the compiler does not
  /// accept the `any Cancelable` of ``Disposables/create(with:)`` as one.
  ///
  /// Semantics: ReactiveX, Using.
  @preconcurrency
  public static func using<Resource: Disposable>(
    _ resourceFactory: @escaping @Sendable () throws -> Resource,
    observableFactory: @escaping @Sendable (Resource) throws -> Observable<Element>
  ) -> Observable<Element> {
    CustomOperator { observer in
      let sink = ResourceSink<Element>(observer: observer)
      do {
        let resource = try resourceFactory()
        sink.resource.setDisposable(resource)
        try observableFactory(resource).subscribe(stage: sink)
      } catch {
        sink.forwardError(error)
      }
      return sink
    }
  }
}
