extension ObservableType {
  /// Shares one subscription to the source among all subscribers, through `subject`; it starts with `connect()`.
  ///
  /// All connections use this one subject. Once the source has ended it, later subscribers get what it then sends.
  ///
  /// Semantics: ReactiveX, Publish.
  public func multicast<Subject: SubjectType>(
    _ subject: Subject
  ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
    ConnectableObservable(source: asObservable(), makeSubject: { subject })
  }

  /// Shares one subscription to the source among all subscribers, through a subject that `makeSubject` makes for each
  /// connection; it starts with `connect()`.
  ///
  /// `makeSubject` is called on the thread of whoever subscribes or connects first. When several do so at once it may be
  /// called for each of them; one subject is used.
  ///
  /// Semantics: ReactiveX, Publish.
  @preconcurrency
  public func multicast<Subject: SubjectType>(
    makeSubject: @escaping @Sendable () -> Subject
  ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
    ConnectableObservable(source: asObservable(), makeSubject: makeSubject)
  }

  /// Sends what the sequence that `selector` makes of the shared source sends. For each subscriber the source is
  /// subscribed once, through a subject that `subjectSelector` makes, however often `selector` uses it. An error that
  /// one of the two throws ends the sequence.
  ///
  ///     numbers.multicast({ PublishSubject() }, selector: { shared in Observable.zip(shared, shared.skip(1)) { $1 - $0 } })
  ///
  /// Semantics: ReactiveX, Publish with a selector.
  @preconcurrency
  public func multicast<Subject: SubjectType, Result>(
    _ subjectSelector: @escaping @Sendable () throws -> Subject,
    selector: @escaping @Sendable (Observable<Subject.Element>) throws -> Observable<Result>
  ) -> Observable<Result> where Subject.Observer.Element == Element {
    MulticastSelector(source: asObservable(), subjectSelector: subjectSelector, selector: selector)
  }
}

private final class MulticastSelector<Subject: SubjectType, Result>: Producer<Result>, @unchecked Sendable {
  private let source: Observable<Subject.Observer.Element>
  private let subjectSelector: @Sendable () throws -> Subject
  private let selector: @Sendable (Observable<Subject.Element>) throws -> Observable<Result>

  init(
    source: Observable<Subject.Observer.Element>, subjectSelector: @escaping @Sendable () throws -> Subject,
    selector: @escaping @Sendable (Observable<Subject.Element>) throws -> Observable<Result>
  ) {
    self.source = source
    self.subjectSelector = subjectSelector
    self.selector = selector
  }

  override func run(
    _ observer: ObserverBase<Result>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = IdentitySink<Result>(observer: observer, cancel: cancel)
    do {
      let subject = try subjectSelector()
      let connectable = ConnectableObservable(source: source, makeSubject: { subject })
      let subscription = try selector(connectable).subscribe(erased: sink)
      return (sink, sink.isDisposed ? subscription : Disposables.create(subscription, connectable.connect()))
    } catch {
      sink.forwardError(error)
      return (sink, Disposables.create())
    }
  }
}
