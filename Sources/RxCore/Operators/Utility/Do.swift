extension ObservableType {
  /// Calls closures for side effects before and after each event, around subscription, and after disposal.
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
  /// event. If `afterNext` throws, the sequence fails. An error comes too late to be forwarded if `afterError` or
  /// `afterCompleted` throws it, or any closure once the subscription has ended: it is then reported to
  /// ``Hooks/defaultErrorHandler``.
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
      DoActions(
        onNext: onNext, afterNext: afterNext, onError: onError, afterError: afterError, onCompleted: onCompleted,
        afterCompleted: afterCompleted),
      onSubscribe, onSubscribed, onDispose)
  }
}

extension Observable {
  /// The implementation of `do`, also for the traits.
  func `do`(
    _ actions: DoActions<Element>, _ onSubscribe: (@Sendable () -> Void)?, _ onSubscribed: (@Sendable () -> Void)?,
    _ onDispose: (@Sendable () -> Void)?
  ) -> Observable<Element> {
    CustomOperator { observer -> DoSink<Element> in
      onSubscribe?()
      return DoSink(actions: actions, observer: observer)
    } connect: { sink in
      self.subscribe(stage: sink)
      onSubscribed?()
      if let onDispose { sink.resource.setDisposable(Disposables.create(with: onDispose)) }
    }
  }
}

/// The event closures of one `do` call.
struct DoActions<Element>: Sendable {
  var onNext: (@Sendable (Element) throws -> Void)?
  var afterNext: (@Sendable (Element) throws -> Void)?
  var onError: (@Sendable (any Error) throws -> Void)?
  var afterError: (@Sendable (any Error) throws -> Void)?
  var onCompleted: (@Sendable () throws -> Void)?
  var afterCompleted: (@Sendable () throws -> Void)?
  /// Whether an element is the outcome, as in a `Single`. An error that a closure throws after it is then reported
  /// instead of being forwarded.
  var endsWithElement = false
}

/// A subscription to `do`. Its resource calls `onDispose`, but never before `onSubscribed`.
private final class DoSink<Element>: ResourceSink<Element>, @unchecked Sendable {
  private let actions: DoActions<Element>
  /// Whether the source has terminated. While handling the terminal event, an observer may make the source emit again.
  private var isOver = false
  /// Whether the outcome has been forwarded, so that no error may follow.
  private var hasOutcome = false

  init(actions: DoActions<Element>, observer: ObserverBase<Element>) {
    self.actions = actions
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) {
    if isOver || isDisposed { return }
    do {
      try actions.onNext?(element)
      hasOutcome = actions.endsWithElement
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
      return fail(with: error)
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

  /// Forwards an error that a closure has thrown. Reports it instead if it comes too late.
  private func fail(with error: any Error) {
    if hasOutcome || isDisposed { Hooks.defaultErrorHandler([], error) } else { forwardError(error) }
  }

  /// Calls the closure that follows a terminal event, then disposes the sink. A downstream operator may already have
  /// disposed it.
  private func finish(_ afterTerminal: () throws -> Void) {
    do {
      try afterTerminal()
    } catch {
      Hooks.defaultErrorHandler([], error)
    }
    dispose()
  }
}
