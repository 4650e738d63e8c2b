import Synchronization

/// Returns the next source, or `nil` after the last. For why it is not an iterator, see *Generic code* in the
/// architecture.
typealias NextSource<Element> = () -> Observable<Element>?

/// Makes a function that returns the sources one after another. Sources from an array are released as they are
/// returned, so that a terminated source does not live as long as its successors.
func nextSource<Sources: Sequence>(
  of sources: Sources
) -> NextSource<Sources.Element.Element> where Sources.Element: ObservableConvertibleType {
  guard var rest = sources as? [Sources.Element] else {
    var iterator = sources.makeIterator()
    return { iterator.next()?.asObservable() }
  }
  rest.reverse()
  return { rest.popLast()?.asObservable() }
}

/// A sink that continues with a second source when the first has ended, and only then disposes the first.
class SuccessorSink<Element>: IdentitySink<Element>, @unchecked Sendable {
  private final let former = DisposableSlot()

  /// Subscribes to `second`, then disposes and releases the first source.
  final func proceed(to second: Observable<Element>) {
    former.replace(with: takeUpstream() ?? NopDisposable.noOp).dispose()
    second.subscribe(stage: self)
    former.empty().dispose()
  }

  final override func addResources(to rest: inout [any Upstream]) { rest.append(former) }
}

/// The engine behind operators that subscribe to one source after another, each when the previous one has terminated.
///
/// The stack does not grow, however many sources terminate inside their own subscription. The thread that finds the
/// sink idle subscribes in a loop; a source that terminates during that loop only requests another round.
///
///     idle ──advance──▶ subscribing ──advance (by a source that ended)──▶ more requested
///      ▲                  │   ▲                                              │
///      └──none requested──┘   └──────────────────────────────────────────────┘
class SequentialSourcesSink<Element>: IdentitySink<Element>, @unchecked Sendable {
  private final let requests = Atomic<Int>(0)

  /// Returns the next source, or `nil` after the last one. Called by one thread at a time.
  func nextSource() -> Observable<Element>? { nil }

  /// Called after the last source.
  func finish() { forwardCompleted() }

  /// Subscribes to the next source, or leaves that to the thread that is already subscribing.
  final func advance() {
    if requests.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue > 1 { return }
    repeat {
      if isDisposed { return }
      guard let source = nextSource() else { return finish() }
      takeUpstream()?.dispose()  // The previous source is released before the next one starts.
      source.subscribe(stage: self)
    } while requests.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }
}
