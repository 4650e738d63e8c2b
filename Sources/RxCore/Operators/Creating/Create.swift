extension ObservableType {
  /// Creates a sequence from a closure, which is called with each new observer.
  ///
  /// ```swift
  /// Observable.create { observer in
  ///   observer.onNext(1)
  ///   return scheduler.scheduleRelative(2, dueTime: .milliseconds(5)) { element in
  ///     observer.onNext(element)
  ///     observer.onCompleted()
  ///     return Disposables.create()
  ///   }
  /// }
  /// ```
  /// ```
  /// create  1----(2|)
  /// ```
  ///
  /// The closure is called on the subscribing thread. It may emit from any thread, but never two events at the same
  /// time. Events after a terminal event or after disposal are dropped. The returned disposable is disposed when the
  /// subscription ends. The observer retains everything downstream even after the sequence has terminated, so release
  /// the observer then.
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
