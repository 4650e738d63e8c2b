import Synchronization

/// Returns the next source, or `nil` after the last. It is a closure because an unspecialised iterator needs metadata
/// look-ups at each step.
typealias NextSource<Element> = () -> Observable<Element>?

/// Makes a function that returns the sources one after another. Sources from an array are released as they are
/// returned, so that a terminated source does not live as long as its successors.
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

/// A sink that replaces its source.
class ChangingSourceSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  /// Subscribes to `source` in place of the previous one, which is disposed and released first.
  ///
  /// - Parameter observer: receives the source's events, and forwards `onSubscribe` to this sink.
  final func subscribe(to source: Observable<Element>, observer: ObserverBase<Element>? = nil) {
    takeUpstream()?.dispose()
    source.subscribe(stage: observer ?? self)
  }

  override func onNext(_ element: Element) { forwardNext(element) }
}

/// A sink that continues with a second source when the first has ended, and only then disposes the first.
class SuccessorSink<Element>: ChangingSourceSink<Element>, @unchecked Sendable {
  private final let former = DisposableSlot()

  /// Subscribes to `second`, then disposes and releases the first source.
  final func proceed(to second: Observable<Element>) {
    former.replace(with: takeUpstream() ?? NopDisposable.noOp).dispose()
    subscribe(to: second)
    former.empty().dispose()
  }

  final override func addResources(to rest: inout [any Disposable]) { rest.append(former) }
}

/// The engine behind operators that subscribe to one source after another, each when the previous one has terminated.
///
/// The stack does not grow, however many sources terminate inside their own subscription. The thread that finds the
/// sink idle subscribes in a loop; a source that terminates during that loop only requests another round.
///
///     idle ──advance──▶ subscribing ──advance (by a source that ended)──▶ more requested
///      ▲                  │   ▲                                              │
///      └──none requested──┘   └──────────────────────────────────────────────┘
class SequentialSourcesSink<Element>: ChangingSourceSink<Element>, @unchecked Sendable {
  private final let requests = Atomic<Int>(0)

  /// Returns the next source, or `nil` after the last one. Called by one thread at a time.
  func nextSource() -> Observable<Element>? { nil }

  /// Returns the observer of the next source, or `nil` for the sink itself.
  func makeObserver() -> ObserverBase<Element>? { nil }

  /// Called after the last source.
  func finish() { forwardCompleted() }

  /// Subscribes to the next source, or leaves that to the thread that is already subscribing.
  final func advance() {
    if requests.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue > 1 { return }
    repeat {
      if isDisposed { return }
      guard let source = nextSource() else { return finish() }
      subscribe(to: source, observer: makeObserver())
    } while requests.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }
}

/// The observer of one source, for a sink that may outlive the source. Ignores events after a terminal event.
final class AttemptObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let sink: ChangingSourceSink<Element>
  private let isOver = Atomic<Bool>(false)

  init(sink: ChangingSourceSink<Element>) {
    self.sink = sink
  }

  #if DEBUG
    package override var subscriptionPlace: String? { sink.subscriptionPlace }
  #endif

  override func onSubscribe(_ upstream: consuming any Upstream) { sink.onSubscribe(upstream) }

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
