import Synchronization

/// A sink that subscribes to one source after another, to the next when the present one has ended.
///
/// The stack does not grow, however many sources end inside their own subscription: whoever finds the sink idle
/// subscribes, in a loop, and a source that ends meanwhile only asks the loop for one more.
///
///     idle ──advance──▶ subscribing ──advance (by a source that ended)──▶ asked for more
///      ▲                  │   ▲                                              │
///      └──nothing asked───┘   └──────────────────────────────────────────────┘
class SuccessionSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  /// How many sources in a row are subscribed before the subscriptions further out get a turn to finish. They must,
  /// because only then does a disposal downstream reach this sink: without it an endless succession would never stop.
  private static var turns: Int { 64 }

  private final let requests = Atomic<Int>(0)
  private final let current = SerialDisposable()
  // Used by the one who subscribes.
  @exclusivity(unchecked) private final var turn = 0

  /// The next source, or `nil` after the last. Asked by one at a time.
  func nextSource() -> Observable<Element>? { nil }

  /// What to do after the last source.
  func finish() { forwardCompleted() }

  /// Subscribes to the first source. The result disposes whichever is the present one.
  final func run() -> any Disposable {
    advance()
    return current
  }

  /// Subscribes to the next source, or has it done by the one who subscribes now.
  final func advance() {
    if requests.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue == 1 { subscribe() }
  }

  final override func onNext(_ element: Element) { forwardNext(element) }

  private final func subscribe() {
    repeat {
      if isDisposed { return }
      if turn == Self.turns, postpone() { return }
      guard let source = nextSource() else { return finish() }
      turn += 1
      let next = SingleAssignmentDisposable()
      current.disposable = next
      next.setDisposable(source.subscribe(erased: self))
    } while requests.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }

  /// Has the trampoline go on, unless no subscription waits for this one to return.
  private final func postpone() -> Bool {
    turn = 0
    return Trampoline.withCurrent { trampoline in
      if trampoline.isRunning { trampoline.enqueue { self.subscribe() } }
      return trampoline.isRunning
    }
  }
}
