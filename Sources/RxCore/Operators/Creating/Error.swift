extension ObservableType {
  /// Fails with `error` inside `subscribe`, without an element.
  ///
  /// Semantics: ReactiveX, Throw.
  public static func error(_ error: any Error) -> Observable<Element> {
    ErrorObservable(error: error)
  }
}

private final class ErrorObservable<Element>: Observable<Element>, @unchecked Sendable {
  private let error: any Error

  init(error: any Error) {
    self.error = error
  }

  override func subscribe(erased observer: ObserverBase<Element>) -> any Disposable { run(observer) }

  override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    observer.onError(error)
    return NopDisposable.noOp
  }
}
