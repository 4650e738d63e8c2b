extension ObservableType {
  /// Makes a sequence of a closure that is called with each new observer.
  ///
  ///     let ticks = Observable<Int>.create { observer in
  ///       observer.onNext(1)
  ///       observer.onCompleted()
  ///       return Disposables.create()
  ///     }
  ///
  /// The closure runs on the subscribing thread. It may emit from any thread, but never two events at once. Events after a
  /// terminal event or after disposal are dropped. The disposable that the closure returns is disposed when the
  /// subscription ends. The observer that the closure is given keeps what is downstream, also after the end: release it then.
  ///
  /// Semantics: ReactiveX, Create.
  @inlinable
  @preconcurrency
  public static func create(
    _ subscribe: @escaping @Sendable (AnyObserver<Element>) -> any Disposable
  ) -> Observable<Element> {
    AnonymousObservable(subscribe)
  }
}
