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
  /// Sends what the inner sequences send, as it comes. An error of any of them ends the sequence; it completes when all
  /// have.
  ///
  /// Semantics: ReactiveX, Merge.
  public func merge() -> Observable<Element.Element> {
    MergeSources(source: asObservable())
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

  /// Subscribes to one more inner sequence.
  final func merge(_ source: Observable<Output>) {
    expect()
    subscribe(to: source)
  }

  /// Counts one more inner sequence, which is subscribed now or later.
  final func expect() {
    running.wrappingAdd(1, ordering: .relaxed)
  }

  final func subscribe(to source: Observable<Output>) {
    let inner = MergeInnerObserver(parent: self)
    let subscription = source.subscribe(erased: inner)
    inner.start(subscription)
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

/// The observer of one inner sequence.
private final class MergeInnerObserver<Element, Output>: ObserverBase<Output>, @unchecked Sendable {
  private let parent: MergeSink<Element, Output>
  private let isDone = Atomic<Bool>(false)
  private let key = SerialDisposable()

  init(parent: MergeSink<Element, Output>) {
    self.parent = parent
  }

  /// Keeps the subscription in the parent's group for as long as it goes on.
  func start(_ subscription: any Disposable) {
    if isDone.load(ordering: .acquiring) {
      subscription.dispose()
      return
    }
    guard let entry = parent.group.insert(subscription) else { return }
    let group = parent.group
    key.disposable = Disposables.create(with: { group.remove(for: entry) })
  }

  override func onNext(_ element: Output) { parent.send(element) }

  override func onError(_ error: any Error) {
    isDone.store(true, ordering: .releasing)
    parent.fail(error)
  }

  override func onCompleted() {
    guard !isDone.exchange(true, ordering: .acquiringAndReleasing) else { return }
    key.dispose()
    parent.innerCompleted()
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
