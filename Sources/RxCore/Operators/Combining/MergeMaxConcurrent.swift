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

/// `merge(maxConcurrent:)` as a state machine: decides when to subscribe to the first of the inner sequences that wait, and
/// on which thread.
///
///     waiting ──a running sequence completes──▶ running
///
/// A thread that subscribes does so in a loop. If a sequence completes inside a subscription, the loop of that thread
/// continues with the next sequence, so the stack does not grow. Any other thread starts its own loop, so a place does
/// not remain free while a thread subscribes.
///
/// It counts the sequences that wait, and does not hold them: a struct that is generic over their type would look up types
/// at each step.
struct MergeMaxConcurrentState {
  /// The maximum number of running sequences.
  var limit = 1
  private var waiting = 0
  private var running = 0
  /// The threads of the running loops. A nested loop adds its thread again.
  private var loops: [UInt] = []

  /// A sequence arrived on `thread`, behind those that wait. Returns whether to subscribe to the first in a new loop.
  mutating func received(on thread: UInt) -> Bool {
    waiting += 1
    // An earlier sequence that waits for this thread's loop must remain first.
    return waiting == 1 || !loops.contains(thread) ? startLoop(on: thread) : false
  }

  /// A sequence completed on `thread`. Returns whether to subscribe to the first that waits in a new loop.
  mutating func completed(on thread: UInt) -> Bool {
    running -= 1
    return loops.contains(thread) ? false : startLoop(on: thread)
  }

  /// A loop on `thread` has subscribed to a sequence. Returns whether it continues with the first that waits, or ends.
  mutating func subscribed(on thread: UInt) -> Bool {
    let hasNext = takeNext()
    if !hasNext, let index = loops.lastIndex(of: thread) { loops.remove(at: index) }
    return hasNext
  }

  /// The waiting sequences have been removed.
  mutating func removedWaiting() { waiting = 0 }

  private mutating func startLoop(on thread: UInt) -> Bool {
    let hasNext = takeNext()
    if hasNext { loops.append(thread) }
    return hasNext
  }

  private mutating func takeNext() -> Bool {
    guard running < limit, waiting > 0 else { return false }
    waiting -= 1
    running += 1
    return true
  }
}

/// Merges inner sequences, a limited number at a time, in the order in which the source emitted them.
final class MergeMaxConcurrentSink<Element, Output>: MergeSink<Element, Output>, @unchecked Sendable {
  private let lock = Lock()
  // Guarded by the lock.
  @exclusivity(unchecked) private var state = MergeMaxConcurrentState()
  @exclusivity(unchecked) private var waiting = Queue<Observable<Output>>()
  // Accessed only on the source's thread.
  @exclusivity(unchecked) private var isSelecting = false
  private let arrived = Queue<Element>()

  /// Sets the maximum number of running sequences. Called before the sink subscribes to the source.
  func setLimit(_ limit: Int) { state.limit = limit }

  /// Elements that the selector emits wait until it has returned: their sequences follow the current element's.
  override func onNext(_ element: Element) {
    expect()
    arrived.append(element)
    while !isSelecting, !arrived.isEmpty {
      isSelecting = true
      super.onNext(arrived.removeFirst())
      isSelecting = false
    }
  }

  override func subscribeInner(_ source: Observable<Output>) {
    isSelecting = false
    run { thread in
      waiting.append(source)
      return state.received(on: thread)
    }
  }

  override func innerCompleted() {
    run { state.completed(on: $0) }
    finish()
  }

  /// Subscribes to the sequences that wait, in a loop, if `starts` returns `true`. Calls `starts` under the lock.
  private func run(if starts: (_ thread: UInt) -> Bool) {
    let thread = currentThread
    lock.lock()
    var hasNext = starts(thread)
    while hasNext {
      do {
        let next = waiting.removeFirst()
        lock.unlock()
        subscribe(to: next)
      }  // Here `next` is released, without the lock.
      lock.lock()
      hasNext = state.subscribed(on: thread)
    }
    lock.unlock()
  }

  override func addResources(to rest: inout [any Upstream]) {
    super.addResources(to: &rest)
    let last = lock.withLock {
      state.removedWaiting()
      return exchange(&waiting, with: Queue())
    }
    extendLifetime(last)  // Released after unlocking.
  }
}
