extension ObservableType {
  /// Calls closures for side effects before and after each event, and around subscription and disposal.
  ///
  /// ```swift
  /// a.do(
  ///   onNext: { x in print("\(x) at tick \(scheduler.clock)") },
  ///   onCompleted: { print("completed at tick \(scheduler.clock)") },
  ///   onSubscribe: { print("subscribed at tick \(scheduler.clock)") },
  ///   onDispose: { print("disposed at tick \(scheduler.clock)") })
  /// ```
  /// ```
  /// subscribed at tick 0
  /// 1 at tick 1
  /// 2 at tick 4
  /// completed at tick 7
  /// disposed at tick 7
  /// a      -1--2--|
  /// do     -1--2--|
  /// ```
  ///
  ///     load().do(onError: { error in log(error) })
  ///
  /// If `onNext`, `onError` or `onCompleted` throws, the sequence fails with that error instead of forwarding the
  /// event. If `afterNext` throws, the sequence fails. Errors that `afterError` and `afterCompleted` throw come too
  /// late to be forwarded, so they are reported to ``Hooks/defaultErrorHandler``.
  ///
  /// Event closures are called on the source's thread, `onSubscribe` and `onSubscribed` on the subscribing thread, and
  /// `onDispose` once, on the thread that ends the subscription.
  ///
  /// - Parameters:
  ///   - onNext: called before an element is forwarded.
  ///   - afterNext: called after an element has been forwarded.
  ///   - onError: called before an error is forwarded.
  ///   - afterError: called after an error has been forwarded.
  ///   - onCompleted: called before the completion is forwarded.
  ///   - afterCompleted: called after the completion has been forwarded.
  ///   - onSubscribe: called before subscribing to the source.
  ///   - onSubscribed: called after subscribing to the source.
  ///   - onDispose: called after the subscription to the source has been disposed.
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
    asObservable().do(
      onNext: onNext, afterNext: afterNext, onError: onError, afterError: afterError, onCompleted: onCompleted,
      afterCompleted: afterCompleted, onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose,
      endsWithElement: false)
  }
}

extension Observable {
  /// The implementation of `do`.
  ///
  /// - Parameter endsWithElement: whether an element is the outcome, as in a `Single`. An error that a closure throws
  ///   after it is then reported instead of being forwarded.
  func `do`(
    onNext: (@Sendable (Element) throws -> Void)?, afterNext: (@Sendable (Element) throws -> Void)?,
    onError: (@Sendable (any Error) throws -> Void)?, afterError: (@Sendable (any Error) throws -> Void)?,
    onCompleted: (@Sendable () throws -> Void)?, afterCompleted: (@Sendable () throws -> Void)?,
    onSubscribe: (@Sendable () -> Void)?, onSubscribed: (@Sendable () -> Void)?, onDispose: (@Sendable () -> Void)?,
    endsWithElement: Bool
  ) -> Observable<Element> {
    let source = self
    let actions = DoActions(
      onNext: onNext, afterNext: afterNext, onError: onError, afterError: afterError, onCompleted: onCompleted,
      afterCompleted: afterCompleted)
    return CustomOperator { observer in
      onSubscribe?()
      let sink = DoSink(actions: actions, endsWithElement: endsWithElement, observer: observer)
      observer.onSubscribe(sink)
      source.subscribe(stage: sink)
      onSubscribed?()
      if let onDispose { sink.disposal.setDisposable(Disposables.create(with: onDispose)) }
      return sink
    }
  }
}

/// The event closures of one `do` call.
private struct DoActions<Element>: Sendable {
  let onNext: (@Sendable (Element) throws -> Void)?
  let afterNext: (@Sendable (Element) throws -> Void)?
  let onError: (@Sendable (any Error) throws -> Void)?
  let afterError: (@Sendable (any Error) throws -> Void)?
  let onCompleted: (@Sendable () throws -> Void)?
  let afterCompleted: (@Sendable () throws -> Void)?
}

private final class DoSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  /// Calls `onDispose`, but never before `onSubscribed`.
  let disposal = SingleAssignmentDisposable()
  private let actions: DoActions<Element>
  /// Whether the source has terminated. While handling the terminal event, an observer may make the source emit again.
  private var isOver = false
  private let endsWithElement: Bool
  /// Whether the outcome has been forwarded, so that no error may follow.
  private var hasOutcome = false

  init(actions: DoActions<Element>, endsWithElement: Bool, observer: ObserverBase<Element>) {
    self.actions = actions
    self.endsWithElement = endsWithElement
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) {
    if isOver || isDisposed { return }
    do {
      try actions.onNext?(element)
      hasOutcome = endsWithElement
      forwardNext(element)
      try actions.afterNext?(element)
    } catch {
      fail(with: error)
    }
  }

  override func onError(_ error: any Error) {
    if isOver || isDisposed { return }
    isOver = true
    do {
      try actions.onError?(error)
    } catch {
      return forwardError(error)
    }
    if !isDisposed { observer.onError(error) }
    finish { try actions.afterError?(error) }
  }

  override func onCompleted() {
    if isOver || isDisposed { return }
    isOver = true
    do {
      try actions.onCompleted?()
    } catch {
      fail(with: error)
      if !hasOutcome { return }
    }
    if !isDisposed { observer.onCompleted() }
    finish { try actions.afterCompleted?() }
  }

  override func disposeSources() {
    Trampoline.withCurrent { $0.dispose(disposal, after: { super.disposeSources() }) }
  }

  /// Forwards an error that a closure has thrown, unless it comes too late.
  private func fail(with error: any Error) {
    if hasOutcome { Hooks.defaultErrorHandler([], error) } else { forwardError(error) }
  }

  /// Calls the closure that follows a terminal event, then disposes the sink. (A downstream operator may already
  /// have disposed it.)
  private func finish(_ afterTerminal: () throws -> Void) {
    do {
      try afterTerminal()
    } catch {
      Hooks.defaultErrorHandler([], error)
    }
    dispose()
  }
}
