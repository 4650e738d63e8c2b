extension ObservableType {
  /// Emits only the elements for which `predicate` returns `true`. If `predicate` throws, the sequence fails.
  ///
  /// ```swift
  /// a.filter { $0 != 2 }
  /// ```
  /// ```
  /// a       -1--2--3-|
  /// filter  -1-----3-|
  /// ```
  ///
  /// Semantics: ReactiveX, Filter.
  @inlinable
  @preconcurrency
  public func filter(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
    FunctionOperator(asObservable(), by: FilterSink.self, predicate)
  }
}

@usableFromInline
final class FilterSink<Element>: FunctionSink<Element, Element, @Sendable (Element) throws -> Bool>,
  @unchecked Sendable
{
  override func onNext(_ element: Element) {
    do {
      if try function(element) { forwardNext(element) }
    } catch {
      forwardError(error)
    }
  }
}
