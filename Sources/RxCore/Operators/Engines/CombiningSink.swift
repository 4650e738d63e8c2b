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
  @exclusivity(unchecked) private var subscribes: [(CompositeDisposable) -> Void] = []
  @exclusivity(unchecked) private var isDone: [Bool] = []
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

  /// The index of the next slot that is added.
  var nextIndex: Int { subscribes.count }

  /// Adds a slot. The sources are subscribed in the order in which their slots were added.
  func add<Element>(_ slot: SourceSlot<Element, Output>, for source: Observable<Element>) {
    subscribes.append { group in
      _ = group.insert(slot)
      source.subscribe(stage: slot)
    }
    isDone.append(false)
  }

  /// Subscribes to all sources.
  func run(result: @escaping () throws -> Output) {
    self.result = result
    if subscribes.isEmpty {
      if policy == .latest { forwardResult() }
      return forwardCompleted()
    }
    let group = CompositeDisposable()
    connect(group)
    // Each of them, even if one has failed inside its subscription: as in RxSwift, sources are subscribed alike.
    for subscribe in subscribes { subscribe(group) }
  }

  override func disposeSources() {
    super.disposeSources()
    serialize { sink in
      // The closures refer to the slots, and the slots to the sink.
      sink.result = nil
      sink.subscribes = []
    }
  }

  // MARK: Called by the slots, one at a time

  /// A slot that was empty has an element.
  func slotFilled() { missing -= 1 }

  /// A slot has no element any more.
  func slotEmptied() { missing += 1 }

  /// The source of that index emitted an element, which its slot keeps.
  func updated(_ index: Int) {
    if missing == 0 {
      forwardResult()
    } else if policy != .inOrder, running == 1, !isDone[index] {
      forwardCompleted()
    }
  }

  /// The source of that index completed.
  func completed(_ index: Int) {
    guard !isDone[index] else { return }
    isDone[index] = true
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

/// The observer of one source. A subclass keeps elements and calls ``CombiningSink/updated(_:)``.
class SourceSlot<Element, Output>: PartSink<Element>, Serializing, @unchecked Sendable {
  final let index: Int
  final let sink: CombiningSink<Output>

  init(sink: CombiningSink<Output>) {
    index = sink.nextIndex
    self.sink = sink
  }

  final func enter() -> Bool { sink.enter() }
  final func leave() { sink.leave() }
  final func postpone(_ job: @escaping () -> Void) { sink.postpone(job) }

  final override func sourceFailed(_ error: any Error) {
    sink.serialize(error) { $0.forwardError($1) }
  }

  final override func sourceCompleted() {
    sink.serialize(index) { $0.completed($1) }
  }
}
