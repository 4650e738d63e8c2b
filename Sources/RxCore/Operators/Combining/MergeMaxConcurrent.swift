internal import DeliveryCore

extension MergeOperator {
  /// Merges the inner sequences, subscribing to at most `maxConcurrent` of them at a time.
  ///
  /// Here each inner sequence is `b`, and emits the element for which it was created:
  ///
  /// ```swift
  /// a.map { x in b.map { _ in x } }.merge(maxConcurrent: 2)
  /// ```
  /// ```
  /// a      -1-2-3---|
  /// b      ---0--0|
  /// b (1)  -^------!
  /// b (2)  ---^------!
  /// b (3)  --------^------!
  /// merge  ----1-21-2-3--3|
  /// ```
  ///
  /// Any number of further inner sequences wait, in order, until a running one completes. An error from the source or
  /// an inner sequence terminates the sequence. It completes when the source and all inner sequences have completed. A
  /// `maxConcurrent` below one stops the program.
  ///
  /// Semantics: ReactiveX, Merge.
  public func callAsFunction(maxConcurrent: Int) -> Observable<Inner.Element> {
    require(
      maxConcurrent > 0, "merge(maxConcurrent:) was given \(maxConcurrent): no inner sequence would be subscribed to.")
    return Operator(sources) {
      let sink = MergeMaxConcurrentSink<Inner, Inner.Element>(selector: { $0.asObservable() }, observer: $0)
      sink.setLimit(maxConcurrent)
      return sink
    }
  }
}

/// `merge(maxConcurrent:)` as a state machine: decides which inner sequence to subscribe to next, and on which thread.
///
///     waiting ──a running sequence completes──▶ running
///
/// A thread that subscribes does so in a loop. If a sequence completes inside a subscription, the loop of that thread
/// continues with the next sequence, so the stack does not grow. Any other thread starts its own loop, so a place does
/// not remain free while a thread subscribes.
struct MergeMaxConcurrentState<Source> {
  /// The maximum number of running sequences.
  var limit = 1
  private var waiting = Queue<Source>()
  private var running = 0
  /// The threads of the running loops. A nested loop adds its thread again.
  private var loops: [UInt] = []

  /// A sequence arrived on `thread`. Returns the sequence to subscribe to in a new loop, if any.
  mutating func received(_ source: Source, on thread: UInt) -> Source? {
    waiting.append(source)
    // An earlier sequence that waits for this thread's loop must remain first.
    return waiting.count == 1 || !loops.contains(thread) ? startLoop(on: thread) : nil
  }

  /// A sequence completed on `thread`. Returns the sequence to subscribe to in a new loop, if any.
  mutating func completed(on thread: UInt) -> Source? {
    running -= 1
    return loops.contains(thread) ? nil : startLoop(on: thread)
  }

  /// A loop on `thread` has subscribed to a sequence. Returns the next one, or `nil` if the loop ends.
  mutating func subscribed(on thread: UInt) -> Source? {
    let next = takeNext()
    if next == nil, let index = loops.lastIndex(of: thread) { loops.remove(at: index) }
    return next
  }

  /// Removes the waiting sequences and returns them.
  mutating func removeWaiting() -> Queue<Source> { exchange(&waiting, with: Queue()) }

  private mutating func startLoop(on thread: UInt) -> Source? {
    let next = takeNext()
    if next != nil { loops.append(thread) }
    return next
  }

  private mutating func takeNext() -> Source? {
    guard running < limit, let next = waiting.popFirst() else { return nil }
    running += 1
    return next
  }
}

/// Merges inner sequences, a limited number at a time, in the order in which the source emitted them.
final class MergeMaxConcurrentSink<Element, Output>: MergeSink<Element, Output>, @unchecked Sendable {
  private let lock = Lock()
  /// Guarded by the lock.
  @exclusivity(unchecked) private var state = MergeMaxConcurrentState<Observable<Output>>()
  // Accessed only on the source's thread.
  @exclusivity(unchecked) private var isSelecting = false
  @exclusivity(unchecked) private var arrived = Queue<Element>()

  /// Sets the maximum number of running sequences. Called before the sink subscribes to the source.
  func setLimit(_ limit: Int) { state.limit = limit }

  /// Elements that the selector emits wait until it has returned: their sequences follow the current element's.
  override func onNext(_ element: Element) {
    expect()
    arrived.append(element)
    while !isSelecting, let next = arrived.popFirst() {
      isSelecting = true
      super.onNext(next)
      isSelecting = false
    }
  }

  override func subscribeInner(_ source: Observable<Output>) {
    isSelecting = false
    run { $0.received(source, on: $1) }
  }

  override func innerCompleted() {
    run { $0.completed(on: $1) }
    finish()
  }

  private func run(
    startingWith first: (inout MergeMaxConcurrentState<Observable<Output>>, UInt) -> Observable<Output>?
  ) {
    let thread = CurrentThread.identity
    var next = lock.withLock { first(&state, thread) }
    while let source = next.take() {
      subscribe(to: source)
      next = lock.withLock { state.subscribed(on: thread) }
    }
  }

  override func addResources(to rest: inout [any Disposable]) {
    super.addResources(to: &rest)
    let waiting = lock.withLock { state.removeWaiting() }
    withExtendedLifetime(waiting) {}  // Released after unlocking.
  }
}
