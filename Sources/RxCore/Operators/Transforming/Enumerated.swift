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
  /// Fails with `RxError.overflow` after `Int.max` elements.
  ///
  /// Semantics: ReactiveX, Map with the index.
  public func enumerated() -> Observable<(index: Int, element: Element)> {
    enumerated(from: 0)
  }

  func enumerated(from first: Int) -> Observable<(index: Int, element: Element)> {
    Operator(asObservable()) { EnumeratedSink<Element>(first: first, observer: $0) }
  }
}

private final class EnumeratedSink<Element>: Sink<Element, (index: Int, element: Element)>, @unchecked Sendable {
  private var next: Int

  init(first: Int, observer: ObserverBase<(index: Int, element: Element)>) {
    next = first
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) {
    if next == .max { return forwardError(RxError.overflow) }
    let index = next
    next += 1
    forwardNext((index: index, element: element))
  }
}
