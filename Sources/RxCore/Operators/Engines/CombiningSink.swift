/// The engine behind `combineLatest` and `zip`, for any number of sources.
///
///     CombiningSink ──▶ one SourceSlot for each source ◀── the sources
///             ▲                        │
///             └────────────────────────┘
///
/// Each slot stores elements of its own type. The sink counts the empty slots and the running sources, and calls a
/// closure that computes a result from the slots.
///
/// - Parameter connect: adds a slot for each source to the sink, and returns the closure that computes a result.
private func combining<Output>(
  policy: CombiningPolicy, connect: @escaping (CombiningSink<Output>) -> () throws -> Output
) -> Observable<Output> {
  CustomOperator(makeSink: { CombiningSink(policy: policy, observer: $0) }, connect: { $0.run(result: connect($0)) })
}

/// Implements `combineLatest` and `zip` of a collection.
func combining<Element, Output>(
  _ sources: [Observable<Element>], policy: CombiningPolicy, by selector: @escaping ([Element]) throws -> Output
) -> Observable<Output> {
  combining(policy: policy) { sink in
    let slots = sources.map { sink.addSlot(for: $0) }
    return { try selector(slots.map { $0.next() }) }
  }
}

/// Implements `combineLatest` of a fixed number of sources.
func combined<each Source: ObservableConvertibleType, Output>(
  _ source: repeat each Source, by selector: @escaping (repeat (each Source).Element) throws -> Output
) -> Observable<Output> {
  combining(repeat (each source).asObservable(), policy: .latest, by: selector)
}

/// Implements `zip` of a fixed number of sources.
func zipped<each Source: ObservableConvertibleType, Output>(
  _ source: repeat each Source, by selector: @escaping (repeat (each Source).Element) throws -> Output
) -> Observable<Output> {
  combining(repeat (each source).asObservable(), policy: .inOrder, by: selector)
}

/// The selector of `combineLatest` and `zip` without a selector.
func tuple<each Element>(_ element: repeat each Element) -> (repeat each Element) { (repeat each element) }

private func combining<each Element, Output>(
  _ source: repeat Observable<each Element>, policy: CombiningPolicy,
  by selector: @escaping (repeat each Element) throws -> Output
) -> Observable<Output> {
  combining(policy: policy) { sink in
    // An array of objects, because each use of a pack of slots looks up their types.
    var slots: [AnyObject] = []
    for source in repeat each source { slots.append(sink.addSlot(for: source)) }
    return { [slots] in
      var index = 0
      func next<One>(_: One.Type) -> One {
        index += 1
        return unsafeDowncast(slots[index - 1], to: SourceSlot<One, Output>.self).next()
      }
      return try selector(repeat next((each Element).self))
    }
  }
}

/// When a combining operator completes, and whether it emits a result without sources.
enum CombiningPolicy {
  /// `combineLatest`: completes early if the only source still running emits an element that cannot lead to a result.
  /// Without sources it emits one result.
  case latest
  /// `zip` of a collection: completes early if the only source still running emits an element that cannot be matched.
  case matched
  /// `zip` of a fixed number of sources: waits for the last source to complete, as RxSwift does.
  case inOrder
}

/// One subscription to several sources.
///
/// Everything inside `serialize` runs on one thread at a time, so the sink and its slots need no lock.
final class CombiningSink<Output>: SerialSink<Output, Output>, @unchecked Sendable {
  private let policy: CombiningPolicy
  /// Subscribes to each source, in order. Accessed only by the subscribing thread.
  @exclusivity(unchecked) private var starts: [(_ group: CompositeDisposable) -> Void] = []
  /// The number of empty slots.
  @exclusivity(unchecked) private var missing = 0
  /// The number of sources that have not completed.
  @exclusivity(unchecked) private var running = 0
  @exclusivity(unchecked) private var result: (() throws -> Output)?

  init(policy: CombiningPolicy, observer: ObserverBase<Output>) {
    self.policy = policy
    super.init(observer: observer)
  }

  /// Adds a slot for `source`. Sources are subscribed to in the order of their slots.
  func addSlot<Element>(for source: Observable<Element>) -> SourceSlot<Element, Output> {
    let slot: SourceSlot<Element, Output> =
      policy == .latest ? CombineLatestSlot(sink: self) : ZipSlot(sink: self)
    starts.append { group in
      _ = group.insert(slot)
      _ = source.start(slot)
    }
    missing += 1
    running += 1
    return slot
  }

  /// Subscribes to all sources.
  func run(result: @escaping () throws -> Output) {
    let starts = exchange(&starts, with: [])
    serialize(result) { sink, result in
      // The sink may have been disposed already, and nothing would then break the reference cycle.
      if !sink.isDisposed { sink.result = result }
    }
    if starts.isEmpty {
      return serialize { sink in
        if sink.policy == .latest { sink.forwardResult() }
        sink.forwardCompleted()
      }
    }
    let group = CompositeDisposable()
    hold(group)
    // Subscribe to every source, even if one fails while it is being subscribed to, as RxSwift does.
    for start in starts { start(group) }
  }

  override func addResources(to rest: inout [any Upstream]) {
    serialize { $0.result = nil }  // Break the reference cycle.
  }

  // MARK: Called by the slots, one at a time

  /// An empty slot received an element.
  func slotFilled() { missing -= 1 }

  /// A slot became empty.
  func slotEmptied() { missing += 1 }

  /// A source emitted an element, which its slot has stored.
  func updated() {
    if missing == 0 {
      forwardResult()
    } else if policy != .inOrder, running == 1 {
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

/// The observer of one source. A subclass stores elements and calls ``CombiningSink/updated()``.
class SourceSlot<Element, Output>: PartSink<Element>, Serializing, @unchecked Sendable {
  final let sink: CombiningSink<Output>

  init(sink: CombiningSink<Output>) {
    self.sink = sink
  }

  /// Returns the element for the next result; a slot of `zip` removes it. Called when no slot is empty.
  func next() -> Element { preconditionFailure("A slot must override next().") }

  final func enter() -> Bool { sink.enter() }
  final func leave() { sink.leave() }
  final func postpone(_ job: @escaping () -> Void) { sink.postpone(job) }

  final override func sourceFailed(_ error: any Error) {
    dispose()
    sink.serialize(error) { $0.forwardError($1) }
  }

  final override func sourceCompleted() {
    dispose()
    sink.serialize { $0.sourceCompleted() }
  }
}
