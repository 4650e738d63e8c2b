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
    Filter(source: asObservable(), predicate: predicate)
  }
}

@usableFromInline
final class FilterSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let predicate: @Sendable (Element) throws -> Bool

  required init(
    predicate: @escaping @Sendable (Element) throws -> Bool, observer: ObserverBase<Element>
  ) {
    self.predicate = predicate
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) {
    do {
      if try predicate(element) { forwardNext(element) }
    } catch {
      forwardError(error)
    }
  }
}

/// The initialiser is inlinable so that callers that know the element type avoid metadata look-ups.
@usableFromInline
final class Filter<Element>: Producer<Element>, @unchecked Sendable {
  @usableFromInline let source: Observable<Element>
  @usableFromInline let predicate: @Sendable (Element) throws -> Bool
  @usableFromInline let sinkType: FilterSink<Element>.Type

  @inlinable
  init(source: Observable<Element>, predicate: @escaping @Sendable (Element) throws -> Bool) {
    self.source = source
    self.predicate = predicate
    sinkType = FilterSink<Element>.self
  }

  override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    source.run(sinkType.init(predicate: predicate, observer: observer), for: observer)
  }
}
