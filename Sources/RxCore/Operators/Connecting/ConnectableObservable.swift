/// A sequence that subscribes to its source when ``connect()`` is called, once for all subscribers.
///
/// Semantics: ReactiveX, Connectable Observable.
public protocol ConnectableObservableType<Element>: ObservableType {
  /// Subscribes to the source, unless already connected. Disposing the result ends the shared subscription.
  func connect() -> any Disposable
}

/// A sequence that subscribes to its source when ``connect()`` is called, once for all subscribers.
///
///     let ticks = Observable<Int>.interval(.seconds(1), scheduler: MainScheduler.instance).publish()
///     ticks.subscribe(onNext: { print($0) }).disposed(by: bag)
///     ticks.connect().disposed(by: bag)
///
/// After the source terminates or the connection is disposed, new subscribers join the next connection. A disposed
/// connection of `publish` or `replay` delivers nothing more, not even an element that is waiting behind another. All
/// members are thread-safe and re-entrant; no lock is held while client code runs.
///
/// Semantics: ReactiveX, Connectable Observable.
public final class ConnectableObservable<Element>: Observable<Element>, ConnectableObservableType {
  let connections: Connections<Element>

  /// - Parameters:
  ///   - makeSubject: called for each connection, with no lock held.
  ///   - didDispose: called with the subject when its connection is disposed before the source has terminated.
  init<Subject: SubjectType>(
    source: Observable<Subject.Observer.Element>, makeSubject: @escaping () -> Subject,
    didDispose: @escaping (Subject) -> Void = { _ in }
  ) where Subject.Element == Element {
    connections = Connections { connections in
      let subject = makeSubject()
      let target = subject.asObserver().asObserverBase()
      return Connection(
        in: connections, subject: subject.asObservable(), didDispose: { didDispose(subject) }
      ) { connection in
        let sink = ConnectionSink(connection: connection, target: target)
        source.subscribe(stage: sink)
        return sink
      }
    }
    super.init()
  }

  public func connect() -> any Disposable {
    let connection = connections.joinable
    connections.start(connection)
    return connection.makeDisposer()
  }

  public override func subscribe(erased observer: ObserverBase<Element>) -> any Disposable {
    run(observer).makeDisposer()
  }

  override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    connections.joinable.subject.start(observer)
  }
}

// A lock guards the state, so sendability depends only on the elements. See `Observable`.
extension ConnectableObservable: @unchecked Sendable where Element: Sendable {}

/// Observes the source and forwards its events to the connection's subject.
private final class ConnectionSink<Input, Element>: Sink<Input, Input>, @unchecked Sendable {
  private let connection: Connection<Element>

  init(connection: Connection<Element>, target: ObserverBase<Input>) {
    self.connection = connection
    super.init(observer: target)
  }

  override func onNext(_ element: Input) {
    if !connection.isDisposed { forwardNext(element) }
  }

  override func onError(_ error: any Error) {
    connection.end { forwardError(error) }
  }

  override func onCompleted() {
    connection.end { forwardCompleted() }
  }
}
