extension ObservableType {
  /// Makes a sequence of a closure that is called with each new observer.
  ///
  ///     let ticks = Observable<Int>.create { observer in
  ///       observer.onNext(1)
  ///       observer.onCompleted()
  ///       return Disposables.create()
  ///     }
  ///
  /// The closure runs on the subscribing thread. Whoever sends never sends two events at once; what is sent after a
  /// terminal event or after disposal is dropped. What the closure returns is disposed at the end of the subscription.
  ///
  /// Semantics: ReactiveX, Create.
  @preconcurrency
  public static func create(
    _ subscribe: @escaping @Sendable (AnyObserver<Element>) -> any Disposable
  ) -> Observable<Element> {
    AnonymousObservable(subscribe)
  }
}

/// Forwards what the closure of `create` sends.
final class AnonymousObservableSink<Element>: IdentitySink<Element>, @unchecked Sendable {
  func run(_ parent: AnonymousObservable<Element>) -> any Disposable {
    parent.subscribeHandler(AnyObserver(self))
  }
}

/// The observable behind `create`: stores the closure; nothing runs until someone subscribes.
final class AnonymousObservable<Element>: Producer<Element>, @unchecked Sendable {
  let subscribeHandler: @Sendable (AnyObserver<Element>) -> any Disposable

  init(_ subscribeHandler: @escaping @Sendable (AnyObserver<Element>) -> any Disposable) {
    self.subscribeHandler = subscribeHandler
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = AnonymousObservableSink<Element>(observer: observer, cancel: cancel)
    return (sink, sink.run(self))
  }
}
