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
    Map(source: asObservable(), transform: transform)
  }
}

@usableFromInline
final class MapSink<Element, Result>: Sink<Element, Result>, @unchecked Sendable {
  private let transform: @Sendable (Element) throws -> Result

  required init(
    transform: @escaping @Sendable (Element) throws -> Result, observer: ObserverBase<Result>
  ) {
    self.transform = transform
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) {
    do {
      forwardNext(try transform(element))
    } catch {
      forwardError(error)
    }
  }
}

/// The initialiser is inlinable so that callers that know the element types avoid metadata look-ups.
@usableFromInline
final class Map<Element, Result>: Producer<Result>, @unchecked Sendable {
  @usableFromInline let source: Observable<Element>
  @usableFromInline let transform: @Sendable (Element) throws -> Result
  @usableFromInline let sinkType: MapSink<Element, Result>.Type

  @inlinable
  init(source: Observable<Element>, transform: @escaping @Sendable (Element) throws -> Result) {
    self.source = source
    self.transform = transform
    sinkType = MapSink<Element, Result>.self
  }

  override func run(_ observer: ObserverBase<Result>) -> any Upstream {
    source.run(sinkType.init(transform: transform, observer: observer), for: observer)
  }
}
