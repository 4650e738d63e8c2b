import Synchronization

/// The observable of the operators that subscribe to an inner sequence for each element of their source. Inlinable up to its
/// initialiser: see `Map`.
@usableFromInline
final class Flattening<Element, Output>: Producer<Output>, @unchecked Sendable {
  @usableFromInline let source: Observable<Element>
  @usableFromInline let sinkType: FlatteningSink<Element, Output>.Type
  @usableFromInline let innerType: InnerSink<Element, Output>.Type
  @usableFromInline let selector: (Element) throws -> Observable<Output>

  @inlinable
  init(
    _ source: Observable<Element>, by sinkType: FlatteningSink<Element, Output>.Type,
    selector: @escaping (Element) throws -> Observable<Output>
  ) {
    self.source = source
    self.sinkType = sinkType
    innerType = InnerSink<Element, Output>.self
    self.selector = selector
  }

  override func run(_ observer: ObserverBase<Output>) -> any Upstream {
    sinkType.init(selector: selector, innerType: innerType, observer: observer).subscribed(to: source)
  }
}

/// The base of the sinks that subscribe to an inner sequence for each element of their source: those of `flatMap`, `merge`,
/// `concatMap`, `flatMapFirst`, `flatMapLatest` and `switchLatest`. They differ in how they subscribe to it, and in which of its
/// events they forward.
@usableFromInline
class FlatteningSink<Element, Output>: SerialSink<Element, Output>, @unchecked Sendable {
  private final let selector: (Element) throws -> Observable<Output>
  /// The subscription to the source, which may end before the inner sequences.
  private final let source = DisposableSlot()
  /// Looking the type up for each element would cost more than the rest.
  private final let innerType: InnerSink<Element, Output>.Type
  /// An inner observer whose sequence ended while it was being subscribed, and that nothing else refers to: the next
  /// inner sequence reuses it. Only the thread that the source emits on uses this.
  @exclusivity(unchecked) private final var spare: InnerSink<Element, Output>?

  required init(
    selector: @escaping (Element) throws -> Observable<Output>, innerType: InnerSink<Element, Output>.Type,
    observer: ObserverBase<Output>
  ) {
    self.selector = selector
    self.innerType = innerType
    super.init(observer: observer)
  }

  /// Subscribes to an inner sequence. Called on the thread that the source emits on.
  func subscribeInner(_ source: Observable<Output>) {}

  /// Subscribes an observer that may be reused. Called on the thread that the source emits on.
  final func subscribe(to source: Observable<Output>, number: UInt64 = 0) {
    let inner = spare ?? innerType.init()
    spare = nil
    inner.begin(number, of: self)
    source.subscribe(stage: inner)
    guard inner.hasEnded, releases(inner) else { return }
    var object: AnyObject = consume inner  // A question about an inner observer would look its type up.
    if isKnownUniquelyReferenced(&object) {
      let inner = unsafeDowncast(object, to: InnerSink<Element, Output>.self)
      inner.rest()
      spare = inner
    }
  }

  /// Subscribes an observer of its own. May be called from any thread.
  final func subscribeAnywhere(to source: Observable<Output>) {
    let inner = innerType.init()
    inner.begin(0, of: self)
    source.subscribe(stage: inner)
  }

  final override func onSubscribe(_ upstream: any Upstream) {
    if connect(NopDisposable.noOp) { source.replace(with: upstream)?.dispose() }
  }

  override func disposeSources() {
    super.disposeSources()
    source.dispose()
  }

  /// The source has completed. An override calls `super`.
  @usableFromInline
  override func onCompleted() {
    source.replace(with: nil)?.dispose()
  }

  @usableFromInline
  override func onNext(_ element: Element) {
    if isDisposed { return }
    do {
      subscribeInner(try selector(element))
    } catch {
      onError(error)
    }
  }

  // MARK: Called by the inner observers

  /// Keeps the subscription of an inner observer, before its sequence emits.
  ///
  /// - Parameter upstream: the same object. To make a disposable of it here would look its type up.
  func keep(_ inner: InnerSink<Element, Output>, as upstream: any Upstream) {}

  /// An inner sequence emitted an element.
  func emit(_ element: Output, from inner: InnerSink<Element, Output>) {}

  /// An inner sequence has failed.
  func fail(_ error: any Error, from inner: InnerSink<Element, Output>) {}

  /// An inner sequence has completed.
  func complete(_ inner: InnerSink<Element, Output>) {}

  /// Releases an inner observer whose sequence ended inside its subscription; `false` if it may still be in use.
  func releases(_ inner: InnerSink<Element, Output>) -> Bool { true }
}

/// The observer of one inner sequence. The parent holds it while that runs.
///
///     resting ──begin──▶ active ──first terminal event──▶ ending ──handled──▶ ended ──rest──▶ resting
///
/// The thread that subscribes begins, before it subscribes. It lets the observer rest if it finds it `ended` after that, and
/// refers to it alone. `parent` is written in these two steps only. The store of `end` releases and the load of it acquires, so
/// what another thread did while active or ending comes before `rest`. After an error `end` is not set. Only the first terminal
/// event counts.
@usableFromInline
final class InnerSink<Element, Output>: PartSink<Output>, @unchecked Sendable {
  @exclusivity(unchecked) private var parent: FlatteningSink<Element, Output>?
  /// The same, not retained for each element.
  @exclusivity(unchecked) private var target: Unmanaged<FlatteningSink<Element, Output>>?
  /// By what the parent knows this. Written before the sequence emits.
  @exclusivity(unchecked) var number: UInt64 = 0
  private let isEnding = Atomic<Bool>(false)
  private let end = Atomic<Bool>(false)

  required override init() {}

  func begin(_ number: UInt64, of parent: FlatteningSink<Element, Output>) {
    self.number = number
    self.parent = parent
    target = Unmanaged.passUnretained(parent)
  }

  /// Makes the observer as new. Called by the only owner, once ended.
  func rest() {
    target = nil
    parent = nil
    isEnding.store(false, ordering: .relaxed)
    end.store(false, ordering: .relaxed)
    reset()
  }

  /// Whether the sequence has ended, and no other thread uses this any more.
  var hasEnded: Bool { end.load(ordering: .acquiring) }

  override func onSubscribe(_ upstream: any Upstream) {
    if connect(upstream) { parent?.keep(self, as: self) }
  }

  @usableFromInline
  override func onNext(_ element: Output) { target?._withUnsafeGuaranteedRef { $0.emit(element, from: self) } }

  override func sourceFailed(_ error: any Error) {
    if !isEnding.exchange(true, ordering: .relaxed) { parent?.fail(error, from: self) }
  }

  override func sourceCompleted() {
    if isEnding.exchange(true, ordering: .relaxed) { return }
    parent?.complete(self)
    dispose()  // Before the last step: after it, the observer may be used again.
    end.store(true, ordering: .releasing)
  }
}
