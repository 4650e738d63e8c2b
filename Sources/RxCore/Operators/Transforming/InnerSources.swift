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
  func makeSink(_ observer: ObserverBase<Output>) -> InnerSourcesSink<Element, Output> {
    fatalError("\(Self.self) does not override makeSink(_:), which every subclass of InnerSources must.")
  }

  final override func run(_ observer: ObserverBase<Output>) -> any Upstream {
    makeSink(observer).subscribed(to: source)
  }
}

/// Makes an inner sequence of each element. A subclass subscribes to it.
class InnerSourcesSink<Element, Output>: SerialSink<Element, Output>, @unchecked Sendable {
  private final let selector: (Element) throws -> Observable<Output>
  /// The subscription to the source, which may end before the inner sequences.
  private final let source = DisposableSlot()

  init(
    selector: @escaping (Element) throws -> Observable<Output>, observer: ObserverBase<Output>
  ) {
    self.selector = selector
    super.init(observer: observer)
  }

  /// Subscribes to an inner sequence. Called on the thread that the source emits on.
  func subscribeInner(_ source: Observable<Output>) {}

  final override func onSubscribe(_ upstream: any Upstream) {
    if connect(NopDisposable.noOp) { source.replace(with: upstream)?.dispose() }
  }

  override func disposeSources() {
    super.disposeSources()
    source.dispose()
  }

  /// The source has completed. An override calls `super`.
  override func onCompleted() {
    source.replace(with: nil)?.dispose()
  }

  override func onNext(_ element: Element) {
    if isDisposed { return }
    do {
      subscribeInner(try selector(element))
    } catch {
      onError(error)
    }
  }
}
