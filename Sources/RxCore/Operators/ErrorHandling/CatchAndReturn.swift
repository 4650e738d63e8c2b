extension ObservableType {
  /// Emits `element` instead of an error, and completes.
  ///
  /// The element is emitted on the thread on which the source fails.
  ///
  /// Semantics: ReactiveX, Catch.
  public func catchAndReturn(_ element: Element) -> Observable<Element> {
    CatchAndReturn(source: asObservable(), element: element)
  }
}

private final class CatchAndReturnSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let element: Element

  init(element: Element, observer: ObserverBase<Element>, cancel: any Cancelable) {
    self.element = element
    super.init(observer: observer, cancel: cancel)
  }

  override func onNext(_ element: Element) { forwardNext(element) }

  override func onError(_ error: any Error) {
    forwardNext(element)
    forwardCompleted()
  }
}

private final class CatchAndReturn<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let element: Element

  init(source: Observable<Element>, element: Element) {
    self.source = source
    self.element = element
  }

  override func begin(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> SubscriptionParts {
    let sink = CatchAndReturnSink(element: element, observer: observer, cancel: cancel)
    return (sink, source.attach(sink))
  }
}
