import Synchronization

/// The observable behind the operators that subscribe to an inner sequence for each source element. The initialiser is
/// inlinable for the same reason as in `Map`.
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
    let sink = sinkType.init(selector: selector, innerType: innerType, observer: observer)
    observer.onSubscribe(sink)
    return sink.subscribed(to: source)
  }
}

/// The base class for sinks that subscribe to an inner sequence for each source element: `flatMap`, `merge`,
/// `concatMap`, `flatMapFirst`, `flatMapLatest` and `switchLatest`. A subclass decides how to subscribe to the inner
/// sequences and which of their events to forward.
@usableFromInline
class FlatteningSink<Element, Output>: SerialSink<Element, Output>, @unchecked Sendable {
  private final let selector: (Element) throws -> Observable<Output>
  /// Stored because a metadata look-up for each element would cost more than everything else together.
  private final let innerType: InnerSink<Element, Output>.Type
  /// An inner observer that nothing else references and whose sequence completed inside its own subscription. The next
  /// inner sequence reuses it. Accessed only on the source's thread.
  @exclusivity(unchecked) private final var spare: InnerSink<Element, Output>?

  required init(
    selector: @escaping (Element) throws -> Observable<Output>, innerType: InnerSink<Element, Output>.Type,
    observer: ObserverBase<Output>
  ) {
    self.selector = selector
    self.innerType = innerType
    super.init(observer: observer)
  }

  /// Subscribes to an inner sequence. Called on the source's thread.
  func subscribeInner(_ source: Observable<Output>) {}

  /// Subscribes an observer that may be reused. Called on the source's thread.
  final func subscribe(to source: Observable<Output>, number: UInt64 = 0) {
    let inner = spare ?? innerType.init()
    spare = nil
    inner.begin(number, of: self)
    source.subscribe(stage: inner)
    guard inner.hasEnded, releases(inner) else { return }
    var object: AnyObject = consume inner  // `isKnownUniquelyReferenced` would look up a generic type's metadata.
    if isKnownUniquelyReferenced(&object) {
      let inner = unsafeDowncast(object, to: InnerSink<Element, Output>.self)
      inner.rest()
      spare = inner
    }
  }

  /// Subscribes a new observer. May be called from any thread.
  final func subscribeAnywhere(to source: Observable<Output>) {
    let inner = innerType.init()
    inner.begin(0, of: self)
    source.subscribe(stage: inner)
  }

  /// The source has completed; the inner sequences may still be running. Overrides must call `super`.
  @usableFromInline
  override func onCompleted() { disposeUpstream() }

  @usableFromInline
  override func onNext(_ element: Element) {
    if isDisposed { return }
    do {
      let inner = try selector(element)
      if !isDisposed { subscribeInner(inner) }
    } catch {
      onError(error)
    }
  }

  // MARK: Called by the inner observers

  /// Stores the subscription of an inner observer before its sequence emits.
  ///
  /// - Parameter upstream: `inner` as an `Upstream`. Converting it here would need a metadata look-up.
  func keep(_ inner: InnerSink<Element, Output>, as upstream: any Upstream) {}

  /// An inner sequence emitted an element.
  func emit(_ element: Output, from inner: InnerSink<Element, Output>) {}

  /// An inner sequence failed.
  func fail(_ error: any Error, from inner: InnerSink<Element, Output>) {}

  /// An inner sequence completed.
  func complete(_ inner: InnerSink<Element, Output>) {}

  /// Releases an inner observer whose sequence completed inside its subscription. Returns `false` if the observer may
  /// still be in use.
  func releases(_ inner: InnerSink<Element, Output>) -> Bool { true }
}

/// The observer of one inner sequence. The parent retains the observer while the sequence is running.
///
///     resting ──begin──▶ active ──first terminal event──▶ ending ──handled──▶ ended ──rest──▶ resting
///
/// The subscribing thread calls `begin` before it subscribes. Afterwards it calls `rest` if the observer has ended and
/// nothing else references it. Only these two calls write `parent`. `end` is stored with release ordering and loaded
/// with acquire ordering, so whatever another thread did while the observer was active or ending happens before `rest`.
/// An error does not set `end`, because a failed observer is not reused. Only the first terminal event counts.
@usableFromInline
final class InnerSink<Element, Output>: PartSink<Output>, @unchecked Sendable {
  @exclusivity(unchecked) private var parent: FlatteningSink<Element, Output>?
  /// The same object as `parent`; avoids a retain for each element.
  @exclusivity(unchecked) private var target: Unmanaged<FlatteningSink<Element, Output>>?
  /// Identifies this observer to its parent. Written before the sequence emits.
  @exclusivity(unchecked) var number: UInt64 = 0
  private let isEnding = Atomic<Bool>(false)
  private let end = Atomic<Bool>(false)

  required override init() {}

  func begin(_ number: UInt64, of parent: FlatteningSink<Element, Output>) {
    self.number = number
    self.parent = parent
    target = Unmanaged.passUnretained(parent)
  }

  /// Resets the observer for reuse. Called by its only owner, once the sequence has ended.
  func rest() {
    target = nil
    parent = nil
    isEnding.store(false, ordering: .relaxed)
    end.store(false, ordering: .relaxed)
    reset()
  }

  /// Whether the sequence has completed and no other thread is using this observer.
  var hasEnded: Bool { end.load(ordering: .acquiring) }

  override func onSubscribe(_ upstream: consuming any Upstream) {
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
    dispose()  // Must come first: once `end` is set, the observer may be reused.
    end.store(true, ordering: .releasing)
  }
}
