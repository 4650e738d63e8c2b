/// Implements `empty`, `error` and `never`: emits a terminal event, if any, inside `subscribe`.
final class EndObservable<Element>: Observable<Element>, @unchecked Sendable {
  private let end: Event<Never>?

  init(_ end: Event<Never>?) {
    self.end = end
  }

  override func subscribe(erased observer: ObserverBase<Element>) -> any Disposable { run(observer) }

  override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    switch end {
    case .error(let error): observer.onError(error)
    case .completed: observer.onCompleted()
    case .next, nil: break
    }
    return NopDisposable.noOp
  }
}
