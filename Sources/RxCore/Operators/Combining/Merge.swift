import Synchronization

extension ObservableType {
  /// Sends what the sequences that `selector` makes of the elements send, as it comes. An error of any of them, or
  /// thrown by `selector`, ends the sequence; it completes when all have.
  ///
  /// Semantics: ReactiveX, FlatMap.
  @preconcurrency
  public func flatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    FlatMap(source: asObservable(), selector: selector)
  }
}

extension ObservableType where Element: ObservableConvertibleType {
  /// Called like a method: `sources.merge()`, or `sources.merge(maxConcurrent: 3)`. See ``MergeOperator``.
  ///
  /// Semantics: ReactiveX, Merge.
  public var merge: MergeOperator<Element> { MergeOperator(sources: asObservable()) }
}

/// Merges the sequences that a sequence sends. Called like a method of that: `sources.merge()`.
///
/// It is a property with a type of its own because in Swift 6 mode a method would spoil its namesakes: with an instance
/// method of that name beside them, the compiler does not infer the elements of `Observable.merge(one, other)` (Swift issue
/// 80146).
public struct MergeOperator<Inner: ObservableConvertibleType> {
  let sources: Observable<Inner>

  /// Sends what the inner sequences send, as it comes. An error of any of them ends the sequence; it completes when all
  /// have.
  public func callAsFunction() -> Observable<Inner.Element> {
    MergeSources(source: sources)
  }
}

extension ObservableType {
  /// Sends what `sources` send, as it comes. An error of any of them ends the sequence; it completes when all have.
  ///
  /// Semantics: ReactiveX, Merge.
  public static func merge<Collection: Swift.Collection>(
    _ sources: Collection
  ) -> Observable<Element> where Collection.Element == Observable<Element> {
    MergeAll(sources: Array(sources))
  }

  /// Sends what `sources` send, as it comes. An error of any of them ends the sequence; it completes when all have.
  ///
  /// Semantics: ReactiveX, Merge.
  public static func merge(_ sources: [Observable<Element>]) -> Observable<Element> {
    MergeAll(sources: sources)
  }

  /// Sends what `sources` send, as it comes. An error of any of them ends the sequence; it completes when all have.
  ///
  /// Semantics: ReactiveX, Merge.
  public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
    MergeAll(sources: sources)
  }
}

/// Forwards what any number of inner subscriptions send, and completes when the source and all of them have.
class MergeSink<Element, Output>: SerialSink<Element, Output>, @unchecked Sendable {
  /// How many have not completed: the source and the inner subscriptions.
  private final let running = Atomic<Int>(1)
  /// The inner subscriptions that go on.
  final let group = CompositeDisposable()

  /// An inner observer whose sequence ended while it was subscribed to, and that nobody else kept: it serves again.
  /// Used by the one who sends to this sink, like `merge` itself.
  @exclusivity(unchecked) private final var spare: MergeInnerObserver<Element, Output>?

  /// Subscribes to one more inner sequence. Called by the one who sends to this sink.
  final func merge(_ source: Observable<Output>) {
    expect()
    var inner = spare ?? MergeInnerObserver()
    spare = nil
    inner.begin(parent: self)
    if inner.start(source.subscribe(erased: inner)), isKnownUniquelyReferenced(&inner) {
      inner.rest()
      spare = inner
    }
  }

  /// Counts one more inner sequence, which is subscribed now or later.
  final func expect() {
    running.wrappingAdd(1, ordering: .relaxed)
  }

  /// Subscribes to an expected inner sequence. May be called by anyone.
  final func subscribe(to source: Observable<Output>) {
    let inner = MergeInnerObserver<Element, Output>()
    inner.begin(parent: self)
    _ = inner.start(source.subscribe(erased: inner))
  }

  final func send(_ element: Output) {
    if enter() {
      forwardNext(element)
      leave()
    } else {
      postpone { self.forwardNext(element) }
    }
  }

  final func fail(_ error: any Error) {
    serially { self.forwardError(error) }
  }

  /// One of those that run has completed.
  final func finish() {
    if running.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      serially { self.forwardCompleted() }
    }
  }

  /// An inner sequence has completed; an override ends with ``finish()``.
  func innerCompleted() { finish() }

  override func onError(_ error: any Error) { fail(error) }

  override func onCompleted() { finish() }
}

/// The observer of one inner sequence, and, in the parent's group for as long as it goes on, its disposable.
private final class MergeInnerObserver<Element, Output>: ObserverBase<Output>, Disposable, @unchecked Sendable {
  @exclusivity(unchecked) private var parent: MergeSink<Element, Output>?
  private let isDone = Atomic<Bool>(false)
  /// Written before the group knows this, and taken by `dispose`, which the group calls once.
  @exclusivity(unchecked) private var subscription: (any Disposable)?
  /// Where the group keeps this, or zero.
  private let key = Atomic<UInt64>(0)

  func begin(parent: MergeSink<Element, Output>) {
    self.parent = parent
    isDone.store(false, ordering: .relaxed)
  }

  /// Lets go of the parent, which keeps this for its next inner sequence.
  func rest() {
    parent = nil
  }

  /// Keeps the subscription for as long as it goes on; `true` if it is over already.
  func start(_ started: any Disposable) -> Bool {
    if isDone.load(ordering: .acquiring) {
      started.dispose()
      return true
    }
    subscription = started
    if let entry = parent?.group.insert(self) {
      // In one order with `onCompleted`, which writes first what is read here: one of the two finds both.
      key.store(entry.number, ordering: .sequentiallyConsistent)
      if isDone.load(ordering: .sequentiallyConsistent) { leaveGroup() }
    }
    return false
  }

  func dispose() {
    subscription.take()?.dispose()
  }

  override func onNext(_ element: Output) { parent?.send(element) }

  override func onError(_ error: any Error) {
    guard !isDone.exchange(true, ordering: .acquiringAndReleasing) else { return }
    parent?.fail(error)
  }

  override func onCompleted() {
    guard !isDone.exchange(true, ordering: .sequentiallyConsistent) else { return }
    leaveGroup()
    parent?.innerCompleted()
  }

  private func leaveGroup() {
    let number = key.exchange(0, ordering: .sequentiallyConsistent)
    if number != 0 { parent?.group.remove(for: CompositeDisposable.DisposeKey(number: number)) }
  }
}

private final class FlatMapSink<Element, Source: ObservableConvertibleType>: MergeSink<Element, Source.Element>,
  @unchecked Sendable
{
  private let selector: @Sendable (Element) throws -> Source

  init(
    selector: @escaping @Sendable (Element) throws -> Source, observer: ObserverBase<Source.Element>,
    cancel: any Cancelable
  ) {
    self.selector = selector
    super.init(observer: observer, cancel: cancel)
  }

  override func onNext(_ element: Element) {
    if isDisposed { return }
    do {
      merge(try selector(element).asObservable())
    } catch {
      fail(error)
    }
  }
}

private final class FlatMap<Element, Source: ObservableConvertibleType>: Producer<Source.Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let selector: @Sendable (Element) throws -> Source

  init(source: Observable<Element>, selector: @escaping @Sendable (Element) throws -> Source) {
    self.source = source
    self.selector = selector
  }

  override func run(
    _ observer: ObserverBase<Source.Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = FlatMapSink(selector: selector, observer: observer, cancel: cancel)
    return (sink, Disposables.create(source.subscribe(erased: sink), sink.group))
  }
}

private final class MergeSourcesSink<Source: ObservableConvertibleType>: MergeSink<Source, Source.Element>,
  @unchecked Sendable
{
  override func onNext(_ source: Source) {
    if !isDisposed { merge(source.asObservable()) }
  }
}

private final class MergeSources<Source: ObservableConvertibleType>: Producer<Source.Element>, @unchecked Sendable {
  private let source: Observable<Source>

  init(source: Observable<Source>) {
    self.source = source
  }

  override func run(
    _ observer: ObserverBase<Source.Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = MergeSourcesSink<Source>(observer: observer, cancel: cancel)
    return (sink, Disposables.create(source.subscribe(erased: sink), sink.group))
  }
}

private final class MergeAll<Element>: Producer<Element>, @unchecked Sendable {
  private let sources: [Observable<Element>]

  init(sources: [Observable<Element>]) {
    self.sources = sources
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = MergeSink<Element, Element>(observer: observer, cancel: cancel)
    for source in sources where !sink.isDisposed { sink.merge(source) }
    sink.finish()
    return (sink, sink.group)
  }
}
