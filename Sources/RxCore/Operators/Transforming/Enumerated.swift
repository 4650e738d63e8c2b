extension ObservableType {
  /// Emits each element together with its index, starting at 0.
  ///
  /// ```swift
  /// a.enumerated()
  /// ```
  /// ```
  /// a           -5--5--7-|
  /// enumerated  -a--b--c-|
  /// a = (index: 0, element: 5)
  /// b = (index: 1, element: 5)
  /// c = (index: 2, element: 7)
  /// ```
  ///
  ///     lines.enumerated().map { index, line in "\(index + 1): \(line)" }
  ///
  /// Semantics: ReactiveX, Map with the index.
  public func enumerated() -> Observable<(index: Int, element: Element)> {
    Operator(asObservable()) { EnumeratedSink<Element>(observer: $0) }
  }
}

private final class EnumeratedSink<Element>: Sink<Element, (index: Int, element: Element)>, @unchecked Sendable {
  private var next = 0

  override func onNext(_ element: Element) {
    let index = next
    next += 1
    forwardNext((index: index, element: element))
  }
}
