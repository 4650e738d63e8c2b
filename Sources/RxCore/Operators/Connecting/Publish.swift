internal import DeliveryCore

extension ObservableType {
  /// Shares one subscription to the source among all subscribers, through `subject`; it starts with `connect()`.
  ///
  /// Semantics: ReactiveX, Publish.
  public func multicast<Subject: SubjectType>(
    _ subject: Subject
  ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
    let hub = Hub(subject)
    return ConnectableObservable(source: asObservable().subscribe(erased:), makeHub: { hub })
  }

  /// Shares one subscription to the source among all subscribers, through a subject that `makeSubject` makes for each
  /// connection; it starts with `connect()`.
  ///
  /// Semantics: ReactiveX, Publish.
  @preconcurrency
  public func multicast<Subject: SubjectType>(
    makeSubject: @escaping @Sendable () -> Subject
  ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
    ConnectableObservable(source: asObservable().subscribe(erased:), makeHub: { Hub(makeSubject()) })
  }

  /// Shares one subscription to the source among all subscribers; it starts with `connect()`.
  ///
  /// Semantics: ReactiveX, Publish.
  public func publish() -> ConnectableObservable<Element> {
    ConnectableObservable(source: asObservable().subscribe(erased:), makeHub: { Hub(PublishSubject()) })
  }

  /// Shares one subscription to the source among all subscribers, and replays the last `bufferSize` elements to new
  /// ones; it starts with `connect()`.
  ///
  /// Semantics: ReactiveX, Replay.
  public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
    ConnectableObservable(
      source: asObservable().subscribe(erased:), makeHub: { Hub(ReplaySubject(bufferSize: bufferSize)) })
  }
}

/// A subject by its two sides.
struct Hub<Input, Output> {
  let observer: ObserverBase<Input>
  let observable: Observable<Output>

  init<Subject: SubjectType>(_ subject: Subject) where Subject.Element == Output, Subject.Observer.Element == Input {
    observer = subject.asObserver().asObserverBase()
    observable = subject.asObservable()
  }
}

/// A sequence whose source is subscribed once for all subscribers, when ``connect()`` is called.
///
/// When the source ends, or the connection is disposed, later subscribers wait for the next connection. All members may
/// be used from any thread, and from inside observers; no lock is held while anyone is called.
///
/// Semantics: ReactiveX, Connectable Observable.
public final class ConnectableObservable<Element>: Observable<Element> {
  private let state: any ConnectionState<Element>

  init<Input>(
    source: @escaping (ObserverBase<Input>) -> any Disposable, makeHub: @escaping () -> Hub<Input, Element>
  ) {
    state = Connections(source: source, makeHub: makeHub)
    super.init()
  }

  /// Subscribes to the source, if that is not so already. Disposing the result ends the subscription for all.
  public func connect() -> any Disposable { state.connect() }

  public override func subscribe(erased observer: ObserverBase<Element>) -> any Disposable {
    state.observable.subscribe(erased: observer)
  }
}

extension ConnectableObservable: @unchecked Sendable where Element: Sendable {}

/// What a connectable observable knows, without the type of its source.
private protocol ConnectionState<Output> {
  associatedtype Output

  /// Where a subscriber is to subscribe now.
  var observable: Observable<Output> { get }
  func connect() -> any Disposable
}

/// The subject that is in use, and the connection that feeds it.
private final class Connections<Input, Output>: ConnectionState, @unchecked Sendable {
  private let source: (ObserverBase<Input>) -> any Disposable
  private let makeHub: () -> Hub<Input, Output>
  private let lock = Lock()
  // Guarded by the lock.
  @exclusivity(unchecked) private var hub: Hub<Input, Output>?
  @exclusivity(unchecked) private var connection: Connection<Input, Output>?

  init(source: @escaping (ObserverBase<Input>) -> any Disposable, makeHub: @escaping () -> Hub<Input, Output>) {
    self.source = source
    self.makeHub = makeHub
  }

  var observable: Observable<Output> { currentHub().observable }

  private func currentHub() -> Hub<Input, Output> {
    if let hub = lock.withLock({ self.hub }) { return hub }
    let made = makeHub()  // Outside of the lock: it may be anyone's closure.
    return lock.withLock {
      if let hub { return hub }
      hub = made
      return made
    }
  }

  func connect() -> any Disposable {
    let hub = currentHub()
    let new = Connection(parent: self, observer: hub.observer)
    let running = lock.withLock { () -> Connection<Input, Output>? in
      if let connection { return connection }
      connection = new
      return nil
    }
    if let running { return running }
    new.start(source(new))
    return new
  }

  /// Makes room for the next connection, with a new subject.
  func ended(_ ended: Connection<Input, Output>) {
    lock.withLock {
      guard connection === ended else { return }
      connection = nil
      hub = nil
    }
  }
}

/// One subscription to the source. It leaves before it passes a terminal event on, so that whoever subscribes when told
/// of the end waits for the next connection.
private final class Connection<Input, Output>: ObserverBase<Input>, Cancelable, @unchecked Sendable {
  private let parent: Connections<Input, Output>
  private let observer: ObserverBase<Input>
  private let subscription = SingleAssignmentDisposable()

  init(parent: Connections<Input, Output>, observer: ObserverBase<Input>) {
    self.parent = parent
    self.observer = observer
  }

  var isDisposed: Bool { subscription.isDisposed }

  func start(_ disposable: any Disposable) { subscription.setDisposable(disposable) }

  func dispose() {
    parent.ended(self)
    subscription.dispose()
  }

  override func onNext(_ element: Input) {
    if !isDisposed { observer.onNext(element) }
  }

  override func onError(_ error: any Error) {
    if isDisposed { return }
    dispose()
    observer.onError(error)
  }

  override func onCompleted() {
    if isDisposed { return }
    dispose()
    observer.onCompleted()
  }
}
