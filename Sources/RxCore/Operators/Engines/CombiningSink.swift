/// The sequence behind `combineLatest` and `zip` of any arity.
///
///     CombiningSink ──▶ one SourceSlot for each source ◀── the sources
///             ▲                        │
///             └────────────────────────┘
///
/// The slots keep the elements, each of its own type; the sink counts the slots without an element and the sources that
/// have not completed, and calls a closure that makes a result of the slots.
///
/// - Parameter connect: adds a slot for each source to the sink, and returns what makes a result of the slots.
func combining<Output>(
  count: Int, policy: CombiningPolicy, connect: @escaping (CombiningSink<Output>) -> () throws -> Output
) -> Observable<Output> {
  CustomOperator {
    let sink = CombiningSink<Output>(count: count, policy: policy, observer: $0)
    sink.run(result: connect(sink))
    return sink
  }
}

/// In what the operators over several sources differ, apart from what their slots keep.
enum CombiningPolicy {
  /// `combineLatest`: completes as soon as the only source that still runs emits an element that cannot lead to a result, and
  /// emits one result if there are no sources.
  case latest
  /// `zip` of a collection: completes as soon as the only source that still runs emits an element that cannot be matched.
  case matched
  /// `zip` of a number of arguments: waits for the end of that source, as in RxSwift.
  case inOrder
}

/// One subscription to several sources, which are known by their index.
///
/// Everything inside `serialize` is done by one thread at a time, so sink and slots need no lock.
final class CombiningSink<Output>: SerialSink<Output, Output>, @unchecked Sendable {
  private let policy: CombiningPolicy
  @exclusivity(unchecked) private var slots: [any Disposable & Subscribing] = []
  /// How many slots have no element, and how many sources have not completed.
  @exclusivity(unchecked) private var missing: Int
  @exclusivity(unchecked) private var running: Int
  @exclusivity(unchecked) private var result: (() throws -> Output)?

  init(count: Int, policy: CombiningPolicy, observer: ObserverBase<Output>) {
    self.policy = policy
    missing = count
    running = count
    super.init(observer: observer)
  }

  /// Adds a slot. The sources are subscribed in the order in which their slots were added.
  func add(_ slot: any Disposable & Subscribing) { slots.append(slot) }

  /// Subscribes to all sources.
  func run(result: @escaping () throws -> Output) {
    self.result = result
    if slots.isEmpty {
      if policy == .latest { forwardResult() }
      return forwardCompleted()
    }
    let group = CompositeDisposable()
    connect(group)
    // Each of them, even if one has failed inside its subscription: as in RxSwift, sources are subscribed alike.
    for slot in slots {
      _ = group.insert(slot)
      slot.subscribe()
    }
  }

  override func disposeSources() {
    super.disposeSources()
    serialize { sink in
      // They refer to the sink.
      sink.result = nil
      sink.slots = []
    }
  }

  // MARK: Called by the slots, one at a time

  /// A slot that was empty has an element.
  func slotFilled() { missing -= 1 }

  /// A slot has no element any more.
  func slotEmptied() { missing += 1 }

  /// A source emitted an element, which its slot keeps. (A source that is done breaks the rules by that.)
  func updated(isDone: Bool) {
    if missing == 0 {
      forwardResult()
    } else if policy != .inOrder, running == 1, !isDone {
      forwardCompleted()
    }
  }

  /// A source completed.
  func sourceCompleted() {
    running -= 1
    if running == 0 { forwardCompleted() }
  }

  private func forwardResult() {
    guard let result, !isDisposed else { return }
    do {
      forwardNext(try result())
    } catch {
      forwardError(error)
    }
  }
}

/// Is subscribed to a source when all slots have been added.
protocol Subscribing {
  func subscribe()
}

/// The observer of one source. A subclass keeps elements and calls ``CombiningSink/updated(isDone:)``.
class SourceSlot<Element, Output>: PartSink<Element>, Serializing, Subscribing, @unchecked Sendable {
  final let sink: CombiningSink<Output>
  private final let source: Observable<Element>
  /// Whether the source has completed. Used serially.
  @exclusivity(unchecked) final private(set) var isDone = false

  init(sink: CombiningSink<Output>, source: Observable<Element>) {
    self.sink = sink
    self.source = source
  }

  final func subscribe() { source.subscribe(stage: self) }

  final func enter() -> Bool { sink.enter() }
  final func leave() { sink.leave() }
  final func postpone(_ job: @escaping () -> Void) { sink.postpone(job) }

  final override func sourceFailed(_ error: any Error) {
    sink.serialize(error) { $0.forwardError($1) }
  }

  final override func sourceCompleted() {
    serialize { slot in
      if !exchange(&slot.isDone, with: true) { slot.sink.sourceCompleted() }
    }
  }
}
