extension ObservableType {
  /// Sends what the sequences that `selector` makes of the elements send, one after the other: each is subscribed when
  /// the one before has completed. An error of any of them, or thrown by `selector`, ends the whole.
  ///
  /// `selector` is called as soon as an element comes; what it returns waits.
  ///
  /// Semantics: ReactiveX, ConcatMap.
  @preconcurrency
  public func concatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    ConcatMap(source: asObservable(), selector: selector)
  }
}

private final class ConcatMapSink<Element, Source: ObservableConvertibleType>:
  MergeMaxConcurrentSink<Element, Source.Element>, @unchecked Sendable
{
  private let selector: @Sendable (Element) throws -> Source

  init(
    selector: @escaping @Sendable (Element) throws -> Source, observer: ObserverBase<Source.Element>,
    cancel: any Cancelable
  ) {
    self.selector = selector
    super.init(limit: 1, observer: observer, cancel: cancel)
  }

  override func onNext(_ element: Element) {
    if isDisposed { return }
    do {
      enqueue(try selector(element).asObservable())
    } catch {
      fail(error)
    }
  }
}

private final class ConcatMap<Element, Source: ObservableConvertibleType>: Producer<Source.Element>,
  @unchecked Sendable
{
  private let source: Observable<Element>
  private let selector: @Sendable (Element) throws -> Source

  init(source: Observable<Element>, selector: @escaping @Sendable (Element) throws -> Source) {
    self.source = source
    self.selector = selector
  }

  override func run(
    _ observer: ObserverBase<Source.Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = ConcatMapSink(selector: selector, observer: observer, cancel: cancel)
    return (sink, Disposables.create(source.subscribe(erased: sink), sink.group))
  }
}
