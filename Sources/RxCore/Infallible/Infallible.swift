/// A type that can be converted to an ``Infallible``.
public protocol InfallibleType<Element>: ObservableConvertibleType {}

/// A sequence that never fails: it emits elements and may complete.
///
/// Like an ``Observable``, it does nothing until it is subscribed to, and each subscriber has its own subscription
/// unless the source is shared. The guarantee depends on your closures. If one of them throws, the sequence fails, and
/// an unhandled error is reported to ``Hooks/defaultErrorHandler``.
public struct Infallible<Element>: InfallibleType {
  let source: Observable<Element>

  /// Wraps a source that never fails.
  init(_ source: Observable<Element>) {
    self.source = source
  }

  public func asObservable() -> Observable<Element> { source }
}

extension Infallible: Sendable where Element: Sendable {}

/// An event of an ``Infallible``.
public enum InfallibleEvent<Element> {
  /// The next element.
  case next(Element)
  /// The sequence completed; nothing follows.
  case completed
}

extension InfallibleEvent: Sendable where Element: Sendable {}

extension InfallibleEvent: EventConvertible {
  public var event: Event<Element> {
    switch self {
    case .next(let element): .next(element)
    case .completed: .completed
    }
  }
}

extension InfallibleType {
  /// Subscribes a closure that receives all events.
  ///
  /// The closure runs on the emitting thread; use `observe(on:)` to choose another.
  @preconcurrency
  public func subscribe(
    _ on: @escaping @Sendable (InfallibleEvent<Element>) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    subscribe(file: file, line: line, onNext: { on(.next($0)) }, onCompleted: { on(.completed) })
  }

  /// Subscribes closures that handle elements, completion and disposal.
  ///
  /// `onDisposed` is called after completion, or when the subscription is disposed.
  ///
  /// The closures run on the emitting thread; use `observe(on:)` to choose another.
  @preconcurrency
  public func subscribe(
    file: StaticString = #fileID, line: UInt = #line, onNext: (@Sendable (Element) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil, onDisposed: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(
      file: file, line: line, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes closures that receive `object`, which is held weakly.
  ///
  /// No closure is called after `object` has been deallocated. Each closure runs on its own actor, as in
  /// ``ObservableType/subscribe(with:file:line:onNext:onError:onCompleted:onDisposed:)``.
  @preconcurrency
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object, file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext onNext: (@isolated(any) @Sendable (Object, Element) -> Void)? = nil,
    @_inheritActorContext onCompleted: (@isolated(any) @Sendable (Object) -> Void)? = nil,
    @_inheritActorContext onDisposed: (@isolated(any) @Sendable (Object) -> Void)? = nil
  ) -> any Disposable where Element: Sendable {
    asObservable().subscribe(
      with: object, file: file, line: line, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }
}

extension InfallibleType where Element: Sendable {
  /// The elements, for a `for await` loop. Elements emitted while the loop body runs are buffered.
  ///
  ///     for await line in lines.values { print(line) }
  ///
  /// The subscription starts immediately, before the loop. It is disposed when the task is cancelled, or when the loop
  /// has ended and the stream is no longer referenced: a stream kept in a property keeps it.
  public var values: AsyncStream<Element> {
    AsyncStream { continuation in
      let subscription = subscribe(
        onNext: { continuation.yield($0) }, onCompleted: { continuation.finish() },
        onDisposed: { continuation.finish() })
      continuation.onTermination = { _ in subscription.dispose() }
    }
  }
}
