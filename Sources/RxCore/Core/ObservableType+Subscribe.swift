extension ObservableType {
  /// Subscribes a closure that receives all events.
  ///
  /// The closure runs on the thread that emits; use `observe(on:)` to choose another thread.
  @preconcurrency
  public func subscribe(
    _ on: @escaping @Sendable (Event<Element>) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    asObservable().subscribe(erased: AnonymousObserver(on, file: file, line: line))
  }

  /// Subscribes closures that handle elements, errors, completion and disposal.
  ///
  /// `onDisposed` is called after a terminal event, or when the subscription is disposed.
  ///
  ///     viewModel.count.subscribe(onNext: { print($0) }).disposed(by: bag)
  ///
  /// The closures run on the thread that emits; use `observe(on:)` to choose another thread. Without an `onError`, an
  /// error is reported to ``Hooks/defaultErrorHandler``.
  @inlinable
  @preconcurrency
  public func subscribe(
    file: StaticString = #fileID, line: UInt = #line, onNext: (@Sendable (Element) -> Void)? = nil,
    onError: (@Sendable (any Error) -> Void)? = nil, onCompleted: (@Sendable () -> Void)? = nil,
    onDisposed: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(
      onNext: onNext, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed, endsWithElement: false,
      file: file, line: line)
  }
}

extension Observable {
  /// The implementation of `subscribe` with closures. If `endsWithElement` is set, the first element ends the sequence,
  /// as in a `Single`: only `onDisposed` is called after it.
  @inlinable
  final func subscribe(
    onNext: (@Sendable (Element) -> Void)? = nil, onError: (@Sendable (any Error) -> Void)?,
    onCompleted: (@Sendable () -> Void)? = nil, onDisposed: (@Sendable () -> Void)?, endsWithElement: Bool,
    file: StaticString, line: UInt
  ) -> any Disposable {
    let disposed = onDisposed.map { Disposables.create(with: $0) }
    let observer = AnonymousObserver(
      onNext: onNext, onError: onError, onCompleted: onCompleted, disposed: disposed, endsWithElement: endsWithElement,
      file: file, line: line)
    let subscription = subscribe(erased: observer)
    return disposed.map { Disposables.create(subscription, $0) } ?? subscription
  }
}
