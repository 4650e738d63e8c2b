import Synchronization

extension Sequence {
  /// An iterator that does not keep the elements of an array alive that it has returned: a source that has ended must not
  /// live as long as those that follow it.
  func makeReleasingIterator() -> AnyIterator<Element> {
    guard let elements = self as? [Element] else { return AnyIterator(makeIterator()) }
    var rest = Array(elements.reversed())
    return AnyIterator { rest.popLast() }
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
class SuccessionSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  /// How many sources are subscribed in a row before the subscriptions further out may finish. They must, because only
  /// then does a disposal downstream reach this sink: otherwise an endless succession would never stop.
  private static var maxRounds: Int { 64 }

  private final let requests = Atomic<Int>(0)
  private final let current = SerialDisposable()
  // Used by the thread that subscribes.
  @exclusivity(unchecked) private final var rounds = 0

  /// The next source, or `nil` after the last one. Called by one thread at a time.
  func nextSource() -> Observable<Element>? { nil }

  /// The observer of the next source.
  func makeObserver() -> ObserverBase<Element> { self }

  /// Called after the last source.
  func finish() { forwardCompleted() }

  /// Subscribes to the first source. The result disposes the current one, whichever it is.
  final func run() -> DisposableObject {
    advance()
    return current
  }

  /// Subscribes to the next source, or has the thread do so that subscribes now.
  final func advance() {
    if requests.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue == 1 { subscribe() }
  }

  /// Disposes the current source before the next one is subscribed.
  final func disposeCurrentSource() {
    current.disposable = Disposables.create()
  }

  final override func onNext(_ element: Element) { forwardNext(element) }

  private final func subscribe() {
    repeat {
      if isDisposed { return }
      if rounds == Self.maxRounds, postpone() { return }
      guard let source = nextSource() else { return finish() }
      rounds += 1
      let next = SingleAssignmentDisposable()
      current.disposable = next
      source.attach(makeObserver()) { next.setDisposable($0) }
    } while requests.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }

  /// Has the trampoline continue, unless no other subscription waits for this one to return.
  private final func postpone() -> Bool {
    rounds = 0
    return Trampoline.withCurrent { trampoline in
      if trampoline.isRunning { trampoline.enqueue { self.subscribe() } }
      return trampoline.isRunning
    }
  }
}
