extension ObservableType {
  /// Emits nothing and never ends. The observer is released at once.
  ///
  /// Semantics: ReactiveX, Never.
  public static func never() -> Observable<Element> {
    NeverObservable()
  }
}

private final class NeverObservable<Element>: Observable<Element>, @unchecked Sendable {
  override func subscribe(erased observer: ObserverBase<Element>) -> any Disposable { run(observer) }

  override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    NopDisposable.noOp
  }
}
