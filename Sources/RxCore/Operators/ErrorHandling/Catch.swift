extension ObservableType {
  /// When the source fails, continues with the sequence that `handler` returns for the error.
  ///
  /// ```swift
  /// a.catch { error in b }
  /// ```
  /// ```
  /// a      -1--2--#
  /// b      --8--9|
  /// b (1)  -------^-----!
  /// catch  -1--2----8--9|
  /// ```
  ///
  ///     load().catch { error in .just(.failed(error)) }
  ///
  /// If `handler` throws or the second sequence fails, the sequence fails. `handler` is called on the thread on which
  /// the source fails. The source is disposed once the second sequence has been subscribed to.
  ///
  /// Semantics: ReactiveX, Catch.
  @preconcurrency
  public func `catch`(
    _ handler: @escaping @Sendable (any Error) throws -> Observable<Element>
  ) -> Observable<Element> {
    Operator(asObservable()) { CatchSink(handler: handler, observer: $0) }
  }
}

final class CatchSink<Element>: SuccessorSink<Element>, @unchecked Sendable {
  /// `nil` once called, so that an error from the second sequence is forwarded.
  private var handler: ((any Error) throws -> Observable<Element>)?

  init(
    handler: @escaping (any Error) throws -> Observable<Element>, observer: ObserverBase<Element>
  ) {
    self.handler = handler
    super.init(observer: observer)
  }

  override func onError(_ error: any Error) {
    if isDisposed { return }
    guard let handler = handler.take() else { return forwardError(error) }
    do {
      proceed(to: try handler(error))
    } catch {
      forwardError(error)
    }
  }
}
