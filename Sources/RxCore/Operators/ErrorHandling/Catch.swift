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
    Operator(asObservable()) { CatchSink(handler: handler, observer: $0) }
  }
}

private final class CatchSink<Element>: ChangingSourceSink<Element>, @unchecked Sendable {
  /// Until it is called.
  private var handler: (@Sendable (any Error) throws -> Observable<Element>)?

  init(
    handler: @escaping @Sendable (any Error) throws -> Observable<Element>, observer: ObserverBase<Element>
  ) {
    self.handler = handler
    super.init(observer: observer)
  }

  override func onError(_ error: any Error) {
    if isDisposed { return }
    guard let handler = handler.take() else { return forwardError(error) }
    do {
      subscribe(to: try handler(error))
    } catch {
      forwardError(error)
    }
  }
}
