/// The observable behind the operators that subscribe to an inner sequence for each element of their source: `flatMap`,
/// `merge`, `concatMap`, `flatMapFirst`, `flatMapLatest` and `switchLatest`. They differ in their sink.
@usableFromInline
class InnerSources<Element, Output>: Producer<Output>, @unchecked Sendable {
  private final let source: Observable<Element>
  final let selector: (Element) throws -> Observable<Output>

  /// - Parameter selector: makes the inner sequence for an element. It wraps a sendable closure of the caller; it is not
  ///   sendable itself, because it captures a metatype.
  @usableFromInline
  init(source: Observable<Element>, selector: @escaping (Element) throws -> Observable<Output>) {
    self.source = source
    self.selector = selector
  }

  /// Makes the sink of one subscription.
  func makeSink(_ observer: ObserverBase<Output>, cancel: any Cancelable) -> InnerSourcesSink<Element, Output> {
    fatalError("\(Self.self) does not override makeSink(_:cancel:), which every subclass of InnerSources must.")
  }

  @usableFromInline
  final override func begin(
    _ observer: ObserverBase<Output>, cancel: any Cancelable
  ) -> SubscriptionParts {
    let sink = makeSink(observer, cancel: cancel)
    return (sink, Disposables.create(source.attach(sink), sink.inner))
  }
}

/// Makes an inner sequence of each element. A subclass subscribes to it.
class InnerSourcesSink<Element, Output>: SerialSink<Element, Output>, @unchecked Sendable {
  private final let selector: (Element) throws -> Observable<Output>

  init(
    selector: @escaping (Element) throws -> Observable<Output>, observer: ObserverBase<Output>,
    cancel: any Cancelable
  ) {
    self.selector = selector
    super.init(observer: observer, cancel: cancel)
  }

  /// The subscriptions to inner sequences.
  var inner: DisposableObject { NopDisposable.noOp }

  /// Subscribes to an inner sequence. Called on the thread that the source emits on.
  func subscribeInner(_ source: Observable<Output>) {}

  override func onNext(_ element: Element) {
    if isDisposed { return }
    do {
      subscribeInner(try selector(element))
    } catch {
      onError(error)
    }
  }
}
