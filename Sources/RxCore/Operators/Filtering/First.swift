extension ObservableType {
  /// Emits the first element, or `nil` if the sequence completes without one. The source is disposed at once.
  ///
  /// Semantics: ReactiveX, First.
  public func first() -> Single<Element?> {
    PrimitiveSequence(raw: First(source: asObservable()))
  }
}

private final class FirstSink<Element>: Sink<Element, Element?>, @unchecked Sendable {
  override func onNext(_ element: Element) {
    forwardNext(element)
    forwardCompleted()
  }

  override func onCompleted() {
    forwardNext(nil)
    forwardCompleted()
  }
}

private final class First<Element>: Producer<Element?>, @unchecked Sendable {
  private let source: Observable<Element>

  init(source: Observable<Element>) {
    self.source = source
  }

  override func run(
    _ observer: ObserverBase<Element?>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = FirstSink<Element>(observer: observer, cancel: cancel)
    return (sink, source.subscribe(erased: sink))
  }
}
