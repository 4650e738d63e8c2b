extension ObservableType {
  /// Shares one subscription to the source among all subscribers, through `subject`. It starts with `connect()`.
  ///
  /// All connections use this one subject. Once the source has ended it, later subscribers receive what an ended subject of
  /// its kind emits.
  ///
  /// Semantics: ReactiveX, Publish.
  public func multicast<Subject: SubjectType>(
    _ subject: Subject
  ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
    ConnectableObservable(source: asObservable(), makeSubject: { subject })
  }

  /// Shares one subscription to the source among all subscribers, through a subject that `makeSubject` makes for each
  /// connection. It starts with `connect()`.
  ///
  /// `makeSubject` is called on the thread that subscribes or connects first. If several threads do so at the same time, it
  /// may be called for each of them; one subject is used.
  ///
  /// Semantics: ReactiveX, Publish.
  @preconcurrency
  public func multicast<Subject: SubjectType>(
    makeSubject: @escaping @Sendable () -> Subject
  ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
    ConnectableObservable(source: asObservable(), makeSubject: makeSubject)
  }

  /// Emits the elements of the sequence that `selector` makes of the shared source. For each subscriber the source is
  /// subscribed once, through a subject that `subjectSelector` makes, however often `selector` uses it.
  ///
  ///     numbers.multicast({ PublishSubject() }, selector: { shared in Observable.zip(shared, shared.skip(1)) { $1 - $0 } })
  ///
  /// Both closures are called inside `subscribe`. An error that one of them throws ends the sequence.
  ///
  /// Semantics: ReactiveX, Publish with a selector.
  @preconcurrency
  public func multicast<Subject: SubjectType, Result>(
    _ subjectSelector: @escaping @Sendable () throws -> Subject,
    selector: @escaping @Sendable (Observable<Subject.Element>) throws -> Observable<Result>
  ) -> Observable<Result> where Subject.Observer.Element == Element {
    let source = asObservable()
    return CustomOperator { observer in
      let sink = ResourceSink<Result>(observer: observer)
      do {
        let subject = try subjectSelector()
        let connectable = ConnectableObservable(source: source, makeSubject: { subject })
        try selector(connectable).subscribe(stage: sink)
        if !sink.isDisposed { sink.resource.setDisposable(connectable.connect()) }
      } catch {
        sink.forwardError(error)
      }
      return sink
    }
  }
}
