extension ObservableType {
  /// Emits `elements`, inside `subscribe`, and then the elements of the source.
  ///
  ///     Observable.of(3, 4).startWith(1, 2)  // 1 2 3 4
  ///
  /// Semantics: ReactiveX, StartWith.
  public func startWith(_ elements: Element...) -> Observable<Element> {
    StartWith(source: asObservable(), elements: elements)
  }
}

private final class StartWith<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let elements: [Element]

  init(source: Observable<Element>, elements: [Element]) {
    self.source = source
    self.elements = elements
  }

  override func begin(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> SubscriptionParts {
    let sink = IdentitySink<Element>(observer: observer, cancel: cancel)
    for element in elements { sink.forwardNext(element) }
    return (sink, source.attach(sink))
  }
}
