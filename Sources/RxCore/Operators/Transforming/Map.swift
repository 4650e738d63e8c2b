extension ObservableType {
  /// Emits the result of `transform` for each element. An error that it throws ends the sequence.
  ///
  ///     Observable.of(1, 2).map { $0 * 10 }  // 10 20
  ///
  /// Semantics: ReactiveX, Map.
  @inlinable
  @preconcurrency
  public func map<Result>(_ transform: @escaping @Sendable (Element) throws -> Result) -> Observable<Result> {
    Map(source: asObservable(), transform: transform)
  }
}

private final class MapSink<Element, Result>: Sink<Element, Result>, @unchecked Sendable {
  private let transform: @Sendable (Element) throws -> Result

  init(
    transform: @escaping @Sendable (Element) throws -> Result, observer: ObserverBase<Result>, cancel: any Cancelable
  ) {
    self.transform = transform
    super.init(observer: observer, cancel: cancel)
  }

  override func onNext(_ element: Element) {
    do {
      forwardNext(try transform(element))
    } catch {
      forwardError(error)
    }
  }
}

/// Inlinable up to its initialiser, so that where the elements are known its type is not looked up.
@usableFromInline
final class Map<Element, Result>: Producer<Result>, @unchecked Sendable {
  private let source: Observable<Element>
  private let transform: @Sendable (Element) throws -> Result

  @usableFromInline
  init(source: Observable<Element>, transform: @escaping @Sendable (Element) throws -> Result) {
    self.source = source
    self.transform = transform
  }

  @usableFromInline
  override func run(
    _ observer: ObserverBase<Result>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = MapSink(transform: transform, observer: observer, cancel: cancel)
    return (sink, source.subscribe(erased: sink))
  }
}
