extension ObservableType {
  /// Calls closures for their side effects: before and after each event is forwarded, and around subscription and disposal.
  ///
  ///     load().do(onError: { error in log(error) })
  ///
  /// An error that a closure throws ends the sequence in place of the event for which it was called. Nothing can follow a
  /// terminal event: errors that `afterError` and `afterCompleted` throw are reported to ``Hooks/defaultErrorHandler``.
  ///
  /// The closures run on the thread on which the source emits, `onSubscribe` and `onSubscribed` on the subscribing thread,
  /// `onDispose` on the thread on which the subscription ends, once, by a terminal event or by disposal.
  ///
  /// - Parameters:
  ///   - onNext: called before an element is forwarded.
  ///   - afterNext: called after an element was forwarded.
  ///   - onError: called before an error is forwarded.
  ///   - afterError: called after an error was forwarded.
  ///   - onCompleted: called before the completion is forwarded.
  ///   - afterCompleted: called after the completion was forwarded.
  ///   - onSubscribe: called before the source is subscribed.
  ///   - onSubscribed: called after the source was subscribed.
  ///   - onDispose: called after the subscription to the source was disposed.
  ///
  /// Semantics: ReactiveX, Do.
  @preconcurrency
  public func `do`(
    onNext: (@Sendable (Element) throws -> Void)? = nil, afterNext: (@Sendable (Element) throws -> Void)? = nil,
    onError: (@Sendable (any Error) throws -> Void)? = nil, afterError: (@Sendable (any Error) throws -> Void)? = nil,
    onCompleted: (@Sendable () throws -> Void)? = nil, afterCompleted: (@Sendable () throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Observable<Element> {
    let source = asObservable()
    let actions = DoActions(
      onNext: onNext, afterNext: afterNext, onError: onError, afterError: afterError, onCompleted: onCompleted,
      afterCompleted: afterCompleted)
    return CustomOperator {
      onSubscribe?()
      let sink = DoSink(actions: actions, observer: $0)
      source.subscribe(stage: sink)
      onSubscribed?()
      if let onDispose { sink.disposal.setDisposable(Disposables.create(with: onDispose)) }
      return sink
    }
  }
}

/// The closures of one `do` for events.
private struct DoActions<Element>: Sendable {
  let onNext: (@Sendable (Element) throws -> Void)?
  let afterNext: (@Sendable (Element) throws -> Void)?
  let onError: (@Sendable (any Error) throws -> Void)?
  let afterError: (@Sendable (any Error) throws -> Void)?
  let onCompleted: (@Sendable () throws -> Void)?
  let afterCompleted: (@Sendable () throws -> Void)?
}

private final class DoSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  /// Calls `onDispose`, after `onSubscribed` at the earliest.
  let disposal = SingleAssignmentDisposable()
  private let actions: DoActions<Element>

  init(actions: DoActions<Element>, observer: ObserverBase<Element>) {
    self.actions = actions
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) {
    if isDisposed { return }
    do {
      try actions.onNext?(element)
      forwardNext(element)
      try actions.afterNext?(element)
    } catch {
      forwardError(error)
    }
  }

  override func onError(_ error: any Error) {
    if isDisposed { return }
    do {
      try actions.onError?(error)
    } catch {
      return forwardError(error)
    }
    if !isDisposed { observer.onError(error) }
    finish { try actions.afterError?(error) }
  }

  override func onCompleted() {
    if isDisposed { return }
    do {
      try actions.onCompleted?()
    } catch {
      return forwardError(error)
    }
    if !isDisposed { observer.onCompleted() }
    finish { try actions.afterCompleted?() }
  }

  override func disposeSources() {
    super.disposeSources()
    disposal.dispose()
  }

  /// Calls the closure that follows a terminal event, and then disposes. (An operator downstream may dispose before.)
  private func finish(_ afterTerminal: () throws -> Void) {
    do {
      try afterTerminal()
    } catch {
      Hooks.defaultErrorHandler([], error)
    }
    dispose()
  }
}
