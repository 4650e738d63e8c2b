extension ObservableType {
  /// Continues, after an error, with the sequence that `handler` makes of the error.
  ///
  ///     load().catch { error in .just(.failed(error)) }
  ///
  /// An error that `handler` throws, or an error of the second sequence, ends the sequence. `handler` runs on the thread
  /// on which the source fails.
  ///
  /// Semantics: ReactiveX, Catch.
  @preconcurrency
  public func `catch`(
    _ handler: @escaping @Sendable (any Error) throws -> Observable<Element>
  ) -> Observable<Element> {
    Catch(source: asObservable(), handler: handler)
  }
}

private final class CatchSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  /// Until it is called.
  private var handler: (@Sendable (any Error) throws -> Observable<Element>)?
  private let current = SerialDisposable()

  init(
    handler: @escaping @Sendable (any Error) throws -> Observable<Element>, observer: ObserverBase<Element>,
    cancel: any Cancelable
  ) {
    self.handler = handler
    super.init(observer: observer, cancel: cancel)
  }

  func run(_ source: Observable<Element>) -> DisposableObject {
    // A source that fails inside its subscription is replaced before the subscription is known.
    let first = SingleAssignmentDisposable()
    current.disposable = first
    first.setDisposable(source.attach(self))
    return current
  }

  override func onNext(_ element: Element) { forwardNext(element) }

  override func onError(_ error: any Error) {
    if isDisposed { return }
    guard let handler = handler.take() else { return forwardError(error) }
    do {
      let second = try handler(error)
      second.attach(self) { current.disposable = $0 }
    } catch {
      forwardError(error)
    }
  }
}

private final class Catch<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let handler: @Sendable (any Error) throws -> Observable<Element>

  init(source: Observable<Element>, handler: @escaping @Sendable (any Error) throws -> Observable<Element>) {
    self.source = source
    self.handler = handler
  }

  override func begin(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> SubscriptionParts {
    let sink = CatchSink(handler: handler, observer: observer, cancel: cancel)
    return (sink, sink.run(source))
  }
}
