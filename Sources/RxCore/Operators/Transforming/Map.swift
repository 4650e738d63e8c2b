extension ObservableType {
  /// Projects each element with `transform`. If `transform` throws, the sequence fails.
  ///
  /// ```swift
  /// a.map { $0 * 2 }
  /// ```
  /// ```
  /// a      -1--2--3-|
  /// map    -2--4--6-|
  /// ```
  ///
  /// Semantics: ReactiveX, Map.
  @inlinable
  @preconcurrency
  public func map<Result>(_ transform: @escaping @Sendable (Element) throws -> Result) -> Observable<Result> {
    FunctionOperator(asObservable(), by: MapSink.self, transform)
  }
}

@usableFromInline
final class MapSink<Element, Result>: FunctionSink<Element, Result, @Sendable (Element) throws -> Result>,
  @unchecked Sendable
{
  override func onNext(_ element: Element) {
    do {
      forwardNext(try function(element))
    } catch {
      forwardError(error)
    }
  }
}
