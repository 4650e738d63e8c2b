extension ObservableType {
  /// Skips elements as long as `predicate` returns `true`, and then emits all remaining elements.
  ///
  /// ```swift
  /// a.skip(while: { $0 < 3 })
  /// ```
  /// ```
  /// a             -1--2--3--1-|
  /// skip(while:)  -------3--1-|
  /// ```
  ///
  /// `predicate` is not called again once it has returned `false`. If it throws, the sequence fails.
  ///
  /// Semantics: ReactiveX, SkipWhile.
  @preconcurrency
  public func skip(while predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
    Operator(asObservable()) { SkipWhileSink(predicate: predicate, observer: $0) }
  }
}

private final class SkipWhileSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let predicate: @Sendable (Element) throws -> Bool
  private var isOpen = false

  init(
    predicate: @escaping @Sendable (Element) throws -> Bool, observer: ObserverBase<Element>
  ) {
    self.predicate = predicate
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) {
    if !isOpen {
      if isDisposed { return }
      do {
        if try predicate(element) { return }
      } catch {
        return forwardError(error)
      }
      isOpen = true
    }
    forwardNext(element)
  }
}
