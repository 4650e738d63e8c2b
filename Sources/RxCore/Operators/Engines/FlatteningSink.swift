/// The base of the sinks that subscribe to an inner sequence for each element of their source: those of `flatMap`, `merge`,
/// `concatMap`, `flatMapFirst`, `flatMapLatest` and `switchLatest`. They differ in how they subscribe to it.
class FlatteningSink<Element, Output>: SerialSink<Element, Output>, @unchecked Sendable {
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
