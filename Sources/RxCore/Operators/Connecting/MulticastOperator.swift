extension ObservableType {
  /// Shares one subscription to the source through `subject`. The subscription starts with `connect()`.
  ///
  /// ```swift
  /// let shared = a.multicast(ReplaySubject.create(bufferSize: 2))
  /// scheduler.scheduleAt(3) { _ = shared.connect() }
  /// ```
  /// ```
  /// a      -1---2---3-|
  /// a (1)  ---^----------!
  /// at 0   ----1---2---3-|
  /// at 15  ---------------(23|)
  /// ```
  ///
  /// All connections use `subject`. Once the source has terminated the subject, new subscribers receive only what the
  /// terminated subject emits to them.
  ///
  /// Semantics: ReactiveX, Publish.
  public func multicast<Subject: SubjectType>(
    _ subject: Subject
  ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
    ConnectableObservable(source: asObservable(), makeSubject: { subject })
  }

  /// Shares one subscription to the source through a subject that `makeSubject` creates for each connection.
  ///
  /// ```swift
  /// let shared = a.multicast(makeSubject: { ReplaySubject.create(bufferSize: 2) })
  /// scheduler.scheduleAt(3) { _ = shared.connect() }
  /// ```
  /// ```
  /// a      -1---2---3   -|
  /// a (1)  ---^------   ----!
  /// at 0   ----1---2-   --3-|
  /// at 9   ---------(12)--3-|
  /// at 15  ----------   -----
  /// ```
  ///
  /// The subscription starts with `connect()`. `makeSubject` is called when a connection gets its first subscriber or
  /// its first `connect()` call. If several threads race to be first, each may call `makeSubject`, but only one of the
  /// subjects is used.
  ///
  /// Semantics: ReactiveX, Publish.
  @preconcurrency
  public func multicast<Subject: SubjectType>(
    makeSubject: @escaping @Sendable () -> Subject
  ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
    ConnectableObservable(source: asObservable(), makeSubject: makeSubject)
  }

  /// Shares one subscription to the source within `selector`, and emits the elements of the sequence that `selector`
  /// returns.
  ///
  /// ```swift
  /// a.multicast({ PublishSubject() }, selector: { shared in Observable.zip(shared, shared.skip(1)) { $1 - $0 } })
  /// ```
  /// ```
  /// a          -1---3---4-|
  /// multicast  -----2---1-|
  /// ```
  ///
  /// For each subscriber, the source is subscribed to once, through a subject that `subjectSelector` creates, however
  /// often `selector` uses the shared sequence.
  ///
  /// Both closures are called inside `subscribe`. If either throws, the sequence fails.
  ///
  /// Semantics: ReactiveX, Publish with a selector.
  @preconcurrency
  public func multicast<Subject: SubjectType, Result>(
    _ subjectSelector: @escaping @Sendable () throws -> Subject,
    selector: @escaping @Sendable (Observable<Subject.Element>) throws -> Observable<Result>
  ) -> Observable<Result> where Subject.Observer.Element == Element {
    let source = asObservable()
    return CustomOperator {
      ResourceSink(observer: $0)
    } connect: { sink in
      let subject = try subjectSelector()
      let connectable = ConnectableObservable(source: source, makeSubject: { subject })
      try selector(connectable).subscribe(stage: sink)
      sink.resource.setDisposable(connectable.connect())
    }
  }
}
