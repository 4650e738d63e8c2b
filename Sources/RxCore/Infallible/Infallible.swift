/// What can be turned into an ``Infallible``: a sequence that never fails.
public protocol InfallibleType<Element>: ObservableConvertibleType {}

/// A sequence that never fails: it emits elements, and perhaps completes.
///
/// Each subscriber has a subscription of its own, as with an ``Observable``. Nothing runs before a subscription. The
/// guarantee is as good as the closures: a closure that may throw, and does, breaks it, and the error is reported to
/// ``Hooks/defaultErrorHandler``.
public struct Infallible<Element>: InfallibleType {
  let source: Observable<Element>

  /// Wraps a source that never fails.
  init(_ source: Observable<Element>) {
    self.source = source
  }

  public func asObservable() -> Observable<Element> { source }
}

extension InfallibleType {
  var source: Observable<Element> { asObservable() }
}

extension Infallible: Sendable where Element: Sendable {}

/// One event of an ``Infallible``.
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
  /// Subscribes a closure to all events.
  ///
  /// The closure runs on the thread on which the source emits: use `observe(on:)` to choose.
  @preconcurrency
  public func subscribe(_ on: @escaping @Sendable (InfallibleEvent<Element>) -> Void) -> any Disposable {
    subscribe(onNext: { on(.next($0)) }, onCompleted: { on(.completed) })
  }

  /// Subscribes closures to the elements, the completion, and the disposal. The last one is called after the completion, or
  /// when the subscription is disposed.
  ///
  /// The closures run on the thread on which the source emits: use `observe(on:)` to choose.
  @preconcurrency
  public func subscribe(
    onNext: (@Sendable (Element) -> Void)? = nil, onCompleted: (@Sendable () -> Void)? = nil,
    onDisposed: (@Sendable () -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    asObservable().subscribe(
      onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed, file: file, line: line)
  }

  /// Subscribes closures that receive `object`, which is held weakly. They are not called after it is deallocated.
  ///
  /// Each closure runs on the actor that it belongs to, as in
  /// ``ObservableType/subscribe(with:onNext:onError:onCompleted:onDisposed:file:line:)``.
  @preconcurrency
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object,
    @_inheritActorContext onNext: (@isolated(any) @Sendable (Object, Element) -> Void)? = nil,
    @_inheritActorContext onCompleted: (@isolated(any) @Sendable (Object) -> Void)? = nil,
    @_inheritActorContext onDisposed: (@isolated(any) @Sendable (Object) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Element: Sendable {
    asObservable().subscribe(
      with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed, file: file, line: line)
  }
}

extension InfallibleType where Element: Sendable {
  /// The elements, for a `for await` loop. Elements that are emitted while the loop is busy wait.
  ///
  ///     for await line in lines.values { print(line) }
  ///
  /// A loop that ends, or whose task is cancelled, disposes the subscription. The sequence is subscribed immediately,
  /// before the loop begins.
  public var values: AsyncStream<Element> {
    AsyncStream { continuation in
      let subscription = subscribe(
        onNext: { continuation.yield($0) }, onCompleted: { continuation.finish() },
        onDisposed: { continuation.finish() })
      continuation.onTermination = { _ in subscription.dispose() }
    }
  }
}
