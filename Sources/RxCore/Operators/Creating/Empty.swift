extension ObservableType {
  /// Completes inside `subscribe`, without an element.
  ///
  /// Semantics: ReactiveX, Empty.
  public static func empty() -> Observable<Element> {
    EmptyObservable()
  }
}

private final class EmptyObservable<Element>: Observable<Element>, @unchecked Sendable {
  override func subscribe(erased observer: ObserverBase<Element>) -> any Disposable { run(observer) }

  override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    observer.onCompleted()
    return NopDisposable.noOp
  }
}
