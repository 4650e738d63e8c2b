extension ObservableType {
  /// When the source fails, emits `element` and completes.
  ///
  /// ```swift
  /// a.catchAndReturn(0)
  /// ```
  /// ```
  /// a               -1--2--#
  /// catchAndReturn  -1--2--(0|)
  /// ```
  ///
  /// The element is emitted on the thread on which the source fails.
  ///
  /// Semantics: ReactiveX, Catch.
  public func catchAndReturn(_ element: Element) -> Observable<Element> {
    Operator(asObservable()) { CatchAndReturnSink(element: element, observer: $0) }
  }
}

private final class CatchAndReturnSink<Element>: IdentitySink<Element>, @unchecked Sendable {
  private let element: Element

  init(element: Element, observer: ObserverBase<Element>) {
    self.element = element
    super.init(observer: observer)
  }

  override func onError(_ error: any Error) {
    forwardNext(element)
    forwardCompleted()
  }
}
