import Synchronization

/// Returns one source after another, and `nil` after the last. (An iterator of a type unknown here looks types up at each step.)
typealias NextSource<Element> = () -> Observable<Element>?

/// Returns the sources one after another, and does not keep those of an array alive that it has returned: a source that has
/// ended must not live as long as those that follow it.
func nextSource<Sources: Sequence, Element>(
  of sources: Sources
) -> NextSource<Element> where Sources.Element == Observable<Element> {
  guard let array = sources as? [Observable<Element>] else {
    var iterator = sources.makeIterator()
    return { iterator.next() }
  }
  var rest: [AnyObject] = unsafeBitCast(array, to: [AnyObject].self).reversed()
  return {
    guard let next = rest.popLast() else { return nil }
    return unsafeDowncast(next, to: Observable<Element>.self)
  }
}

/// A sink that is subscribed to one source after another, or later: it holds the current one beside its upstream.
class ChangingSourceSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private final let current = DisposableSlot()
  /// Whether the next upstream that is announced is that of the current source. (A source of another module may subscribe the
  /// sink to others.)
  private final let awaitsUpstream = Atomic<Bool>(false)

  /// Subscribes to `source` in place of the one before, which is disposed and released first.
  ///
  /// - Parameter observer: receives the events of the source, and hands its upstream to this sink.
  final func subscribe(to source: Observable<Element>, observer: ObserverBase<Element>? = nil) {
    disposeCurrentSource()
    awaitsUpstream.store(true, ordering: .relaxed)
    source.subscribe(stage: observer ?? self)
  }

  final override func subscribed(to source: Observable<Element>) -> any Upstream {
    subscribe(to: source)
    return self
  }

  /// Disposes and releases the current source.
  final func disposeCurrentSource() { current.replace(with: nil)?.dispose() }

  /// How the upstream is held.
  func holder(of upstream: any Upstream) -> any Disposable { upstream }

  final override func onSubscribe(_ upstream: any Upstream) {
    if awaitsUpstream.exchange(false, ordering: .relaxed) { current.replace(with: holder(of: upstream))?.dispose() }
  }

  override func onNext(_ element: Element) { forwardNext(element) }

  override func disposeSources() {
    super.disposeSources()
    current.dispose()
  }
}

/// The engine of the operators that subscribe to one source after another, each when the previous one has ended.
///
/// The stack does not grow, however many sources end inside their own subscription: the thread that finds the sink idle
/// subscribes in a loop, and a source that ends meanwhile only requests one more round of the loop.
///
///     idle ──advance──▶ subscribing ──advance (by a source that ended)──▶ more requested
///      ▲                  │   ▲                                              │
///      └──none requested──┘   └──────────────────────────────────────────────┘
class SequentialSourcesSink<Element>: ChangingSourceSink<Element>, @unchecked Sendable {
  /// How many sources are subscribed in a row before the subscriptions further out may finish. An operator from outside the
  /// library hears of a disposal downstream only then: otherwise an endless succession would never stop.
  private static var maxRounds: Int { 64 }

  private final let requests = Atomic<Int>(0)
  // Used by the thread that subscribes.
  @exclusivity(unchecked) private final var rounds = 0

  /// The next source, or `nil` after the last one. Called by one thread at a time.
  func nextSource() -> Observable<Element>? { nil }

  /// The observer of the next source, if that is not the sink itself.
  func makeObserver() -> ObserverBase<Element>? { nil }

  /// Called after the last source.
  func finish() { forwardCompleted() }

  /// Subscribes to the next source, or has the thread do so that subscribes now. The result is the sink.
  @discardableResult
  final func advance() -> any Upstream {
    if requests.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue == 1 { subscribeInLoop() }
    return self
  }

  private final func subscribeInLoop() {
    repeat {
      if isDisposed { return }
      if rounds == Self.maxRounds, postpone() { return }
      guard let source = nextSource() else { return finish() }
      rounds += 1
      subscribe(to: source, observer: makeObserver())
    } while requests.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }

  /// Has the trampoline continue, unless no other subscription waits for this one to return.
  private final func postpone() -> Bool {
    rounds = 0
    return Trampoline.withCurrent { trampoline in
      if trampoline.isRunning { trampoline.enqueue { self.subscribeInLoop() } }
      return trampoline.isRunning
    }
  }
}

/// The observer of one source for a sink to which the end of a source is not its own: it ignores what follows a terminal event.
final class AttemptObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let sink: ChangingSourceSink<Element>
  private let isOver = Atomic<Bool>(false)

  init(sink: ChangingSourceSink<Element>) {
    self.sink = sink
  }

  override func onSubscribe(_ upstream: any Upstream) { sink.onSubscribe(upstream) }

  override func onNext(_ element: Element) {
    if !isOver.load(ordering: .relaxed) { sink.onNext(element) }
  }

  override func onError(_ error: any Error) {
    if !isOver.exchange(true, ordering: .relaxed) { sink.onError(error) }
  }

  override func onCompleted() {
    if !isOver.exchange(true, ordering: .relaxed) { sink.onCompleted() }
  }
}
