import Synchronization

extension ObservableType {
  /// Projects each element to a sequence, and merges the sequences into one.
  ///
  /// Here each inner sequence is `b`, and emits the element for which it was created:
  ///
  /// ```swift
  /// a.flatMap { x in b.map { _ in x } }
  /// ```
  /// ```
  /// a        -1------2---3--|
  /// b        --0--0|
  /// b (1)    -^-----!
  /// b (2)    --------^-----!
  /// b (3)    ------------^-----!
  /// flatMap  ---1--1---2--23--3|
  /// ```
  ///
  ///     ids.flatMap { id in load(id) }
  ///
  /// If the source or an inner sequence fails, or `selector` throws, the sequence fails. It completes when the source
  /// and all inner sequences have completed. `selector` is called on the source's thread; elements are emitted one at a
  /// time on the inner sequences' threads.
  ///
  /// Semantics: ReactiveX, FlatMap.
  @inlinable
  @preconcurrency
  public func flatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    Flattening(asObservable(), by: MergeSink.self) { try selector($0).asObservable() }
  }
}

/// The observable behind the operators that subscribe to an inner sequence for each source element. The initialiser is
/// inlinable for the same reason as in `Map`.
@usableFromInline
final class Flattening<Element, Output>: Producer<Output>, @unchecked Sendable {
  @usableFromInline let source: Observable<Element>
  @usableFromInline let sinkType: FlatteningSink<Element, Output>.Type
  @usableFromInline let selector: (Element) throws -> Observable<Output>

  @inlinable
  init(
    _ source: Observable<Element>, by sinkType: FlatteningSink<Element, Output>.Type,
    selector: @escaping (Element) throws -> Observable<Output>
  ) {
    self.source = source
    self.sinkType = sinkType
    self.selector = selector
  }

  override func run(_ observer: ObserverBase<Output>) -> any Upstream {
    source.run(sinkType.init(selector: selector, observer: observer), for: observer)
  }
}

/// The base class for sinks that subscribe to an inner sequence for each source element: `flatMap`, `merge`,
/// `concatMap`, `flatMapFirst`, `flatMapLatest` and `switchLatest`. A subclass decides how to subscribe to the inner
/// sequences and which of their events to forward.
@usableFromInline
class FlatteningSink<Element, Output>: SerialSink<Element, Output>, @unchecked Sendable {
  private final let selector: (Element) throws -> Observable<Output>

  required init(selector: @escaping (Element) throws -> Observable<Output>, observer: ObserverBase<Output>) {
    self.selector = selector
    super.init(observer: observer)
  }

  /// Subscribes to an inner sequence. Called on the source's thread.
  func subscribeInner(_ source: Observable<Output>) {}

  /// Subscribes an inner observer. May be called from any thread.
  final func subscribe(to source: Observable<Output>, number: UInt64 = 0) {
    source.subscribe(stage: InnerSink(number: number, parent: self))
  }

  /// The source has completed; the inner sequences may still be running. Overrides must call `super`.
  @usableFromInline
  override func onCompleted() { endUpstream() }

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
}

/// The observer of one inner sequence. The parent retains the observer while the sequence is running.
@usableFromInline
final class InnerSink<Element, Output>: PartSink<Output>, @unchecked Sendable {
  private let parent: FlatteningSink<Element, Output>
  /// Identifies this observer to its parent. Written before the sequence emits.
  @exclusivity(unchecked) var number: UInt64

  init(number: UInt64, parent: FlatteningSink<Element, Output>) {
    self.number = number
    self.parent = parent
    super.init()
  }

  override func onSubscribe(_ upstream: consuming any Upstream) {
    if hold(upstream) { parent.keep(self, as: self) }
  }

  @usableFromInline
  override func onNext(_ element: Output) { parent.emit(element, from: self) }

  override func sourceFailed(_ error: any Error) { parent.fail(error, from: self) }

  override func sourceCompleted() { parent.complete(self) }
}

// MARK: - Merging

/// The engine behind the merging operators: forwards the elements of all inner sequences, and completes when the source
/// and all inner sequences have completed.
///
///     source ──▶ MergeSink ──▶ observer (downstream)
///                 │  ▲
///           group │  │ parent
///                 ▼  │
///             InnerSink ◀── inner sequence (one for each)
@usableFromInline
class MergeSink<Element, Output>: FlatteningSink<Element, Output>, @unchecked Sendable {
  /// The number of sequences that have not completed, including the source.
  private final let running = Atomic<Int>(1)
  /// The subscriptions to the running inner sequences.
  private final let group = CompositeDisposable()

  override func addResources(to rest: inout [any Upstream]) { rest.append(group) }

  /// Subscribes to an inner sequence.
  override func subscribeInner(_ source: Observable<Output>) {
    expect()
    subscribe(to: source)
  }

  /// Counts an inner sequence that is to be subscribed to, now or later.
  final func expect() {
    running.wrappingAdd(1, ordering: .relaxed)
  }

  /// Counts the completion of a sequence, and completes downstream after the last one.
  final func finish() {
    if running.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      serialize { $0.forwardCompleted() }
    }
  }

  /// An inner sequence completed. An override must end with ``finish()``.
  func innerCompleted() { finish() }

  @usableFromInline
  final override func onCompleted() {
    super.onCompleted()
    finish()
  }

  final override func keep(_ inner: InnerSink<Element, Output>, as upstream: any Upstream) {
    inner.number = group.insert(upstream)?.number ?? 0
  }

  final override func emit(_ element: Output, from inner: InnerSink<Element, Output>) {
    serialize(element) { $0.forwardNext($1) }
  }

  final override func fail(_ error: any Error, from inner: InnerSink<Element, Output>) { onError(error) }

  final override func complete(_ inner: InnerSink<Element, Output>) {
    if inner.number > 0 { group.remove(for: CompositeDisposable.DisposeKey(number: inner.number)) }
    inner.dispose()
    innerCompleted()
  }
}
