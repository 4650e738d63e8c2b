extension ObservableType {
  /// Projects each element with `transform`, and drops `nil` results. If `transform` throws, the sequence fails.
  ///
  /// ```swift
  /// a.compactMap { [2: "B", 3: "C"][$0] }
  /// ```
  /// ```
  /// a           -1--2--3--4-|
  /// compactMap  ----B--C----|
  /// ```
  ///
  ///     Observable.of("1", "two", "3").compactMap { Int($0) }  // 1 3
  ///
  /// Semantics: ReactiveX, Map and Filter in one.
  @preconcurrency
  public func compactMap<Result>(
    _ transform: @escaping @Sendable (Element) throws -> Result?
  ) -> Observable<Result> {
    Operator(asObservable()) { CompactMapSink(transform: transform, observer: $0) }
  }
}

private final class CompactMapSink<Element, Result>: Sink<Element, Result>, @unchecked Sendable {
  private let transform: @Sendable (Element) throws -> Result?

  init(
    transform: @escaping @Sendable (Element) throws -> Result?, observer: ObserverBase<Result>
  ) {
    self.transform = transform
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) {
    do {
      if let result = try transform(element) { forwardNext(result) }
    } catch {
      forwardError(error)
    }
  }
}
