internal import DeliveryCore

extension ObservableType {
  /// Subscribes a closure to all events.
  ///
  /// The closure runs wherever the source sends: see `observe(on:)` to choose.
  @preconcurrency
  public func subscribe(_ on: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable {
    asObservable().subscribe(AnyObserver(eventHandler: on))
  }

  /// Subscribes closures to the elements, the error, the end, and the disposal, which follows either or stands alone.
  ///
  ///     viewModel.count.subscribe(onNext: { print($0) }).disposed(by: bag)
  ///
  /// The closures run wherever the source sends: see `observe(on:)` to choose. An error without an `onError` is reported
  /// to ``Hooks/defaultErrorHandler``.
  @preconcurrency
  public func subscribe(
    onNext: (@Sendable (Element) -> Void)? = nil, onError: (@Sendable (any Error) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil, onDisposed: (@Sendable () -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    guard let onDisposed else {
      return asObservable().subscribe(
        erased: AnonymousObserver(
          onNext: onNext, onError: onError, onCompleted: onCompleted, disposed: nil, file: file, line: line))
    }
    let disposed = Disposables.create(with: onDisposed)
    let observer = AnonymousObserver<Element>(
      onNext: onNext, onError: onError, onCompleted: onCompleted, disposed: disposed, file: file, line: line)
    return Disposables.create(asObservable().subscribe(erased: observer), disposed)
  }

  /// Subscribes closures that get `object`, which is held weakly; they are not called once it has gone.
  ///
  ///     viewModel.count.subscribe(with: self, onNext: { view, count in view.show(count) })
  ///
  /// A closure formed on the main actor is called on the main queue, inline if that is where the source sends; any
  /// other runs wherever the source sends.
  @preconcurrency
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object,
    @_inheritActorContext onNext: (@isolated(any) @Sendable (Object, Element) -> Void)? = nil,
    @_inheritActorContext onError: (@isolated(any) @Sendable (Object, any Error) -> Void)? = nil,
    @_inheritActorContext onCompleted: (@isolated(any) @Sendable (Object) -> Void)? = nil,
    @_inheritActorContext onDisposed: (@isolated(any) @Sendable (Object) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    let isolation = onNext?.isolation ?? onError?.isolation ?? onCompleted?.isolation ?? onDisposed?.isolation
    let target = DeliveryTarget(isolation: isolation)
    let source = target.map { ObserveOnTarget(source: asObservable(), target: $0) } ?? asObservable()
    return source.subscribe(
      onNext: onNext.map { weakly(object, lifted($0)) }, onError: onError.map { weakly(object, lifted($0)) },
      onCompleted: onCompleted.map { weakly(object, lifted($0)) },
      onDisposed: onDisposed.map { onDisposed in
        let call = weakly(object, lifted(onDisposed))
        guard let target else { return call }
        return { QueuePump(target: target).send(call) }
      },
      file: file, line: line)
  }
}

/// A closure that calls `call` for as long as `object` lives.
func weakly<Object: AnyObject & Sendable, Argument>(
  _ object: Object, _ call: @escaping @Sendable (Object, Argument) -> Void
) -> @Sendable (Argument) -> Void {
  { [weak object] argument in
    if let object { call(object, argument) }
  }
}

private func weakly<Object: AnyObject & Sendable>(
  _ object: Object, _ call: @escaping @Sendable (Object) -> Void
) -> @Sendable () -> Void {
  { [weak object] in
    if let object { call(object) }
  }
}
