extension ObservableType {
  /// Accumulates elements in place with `accumulator`, starting from `seed`, and emits each intermediate value.
  ///
  /// ```swift
  /// a.scan(into: []) { all, x in all.append(x) }
  /// ```
  /// ```
  /// a      -1--2--3-|
  /// scan   -a--b--c-|
  /// a = [1]
  /// b = [1, 2]
  /// c = [1, 2, 3]
  /// ```
  ///
  ///     words.scan(into: [:]) { counts, word in counts[word, default: 0] += 1 }
  ///
  /// Each subscription starts from `seed`, which is not emitted. `accumulator` is called on the source's thread. If it
  /// throws, the sequence fails. Changing the value in place avoids copying arrays and dictionaries that no
  /// observer has stored.
  ///
  /// Semantics: ReactiveX, Scan.
  @preconcurrency
  public func scan<A>(
    into seed: A, accumulator: @escaping @Sendable (inout A, Element) throws -> Void
  ) -> Observable<A> {
    accumulated(from: seed, emits: .each, by: accumulator)
  }

  /// Accumulates elements with `accumulator`, starting from `seed`, and emits each intermediate value.
  ///
  /// ```swift
  /// a.scan(0) { sum, x in sum + x }
  /// ```
  /// ```
  /// a      -1--2--3-|
  /// scan   -1--3--6-|
  /// ```
  ///
  /// Each subscription starts from `seed`, which is not emitted. `accumulator` is called on the source's thread. If it
  /// throws, the sequence fails.
  ///
  /// Semantics: ReactiveX, Scan.
  @preconcurrency
  public func scan<A>(
    _ seed: A, accumulator: @escaping @Sendable (A, Element) throws -> A
  ) -> Observable<A> {
    accumulated(from: seed, emits: .each) { value, element in
      value = try accumulator(value, element)
    }
  }

  /// Implements `scan`, `reduce` and `toArray`.
  func accumulated<Value>(
    from seed: Value, emits: EmittedValues, by accumulator: @escaping @Sendable (inout Value, Element) throws -> Void
  ) -> Observable<Value> {
    Operator(asObservable()) { ScanSink(seed: seed, emits: emits, accumulator: accumulator, observer: $0) }
  }
}

/// Which accumulated values to emit: each one, or the last one when the source completes.
enum EmittedValues {
  case each
  case last
}

/// The source may emit again while the value is being changed, from the accumulator or from a replaced value's deinit.
/// Such an event is queued until the change is complete.
private final class ScanSink<Element, Value>: Sink<Element, Value>, @unchecked Sendable {
  private let emits: EmittedValues
  private let accumulator: @Sendable (inout Value, Element) throws -> Void
  /// Changed in place, and only while `isBusy`, which excludes all other access.
  @exclusivity(unchecked) private var value: Value
  /// Whether events must wait, because the value is being changed or waiting events are being handled.
  @exclusivity(unchecked) private var isBusy = false
  @exclusivity(unchecked) private var isHandlingWaiting = false
  @exclusivity(unchecked) private var waiting: [() -> Void] = []

  init(
    seed: Value, emits: EmittedValues, accumulator: @escaping @Sendable (inout Value, Element) throws -> Void,
    observer: ObserverBase<Value>
  ) {
    value = seed
    self.emits = emits
    self.accumulator = accumulator
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) {
    if isBusy { return waiting.append { self.accumulate(element) } }
    accumulate(element)
    if !waiting.isEmpty { handleWaiting() }
  }

  override func onError(_ error: any Error) {
    if isBusy { waiting.append { self.forwardError(error) } } else { forwardError(error) }
  }

  override func onCompleted() {
    if isBusy { waiting.append { self.complete() } } else { complete() }
  }

  private func complete() {
    if emits == .last { forwardNext(value) }
    forwardCompleted()
  }

  private func accumulate(_ element: Element) {
    if isDisposed { return }
    isBusy = true
    do {
      defer { isBusy = isHandlingWaiting || !waiting.isEmpty }
      try accumulator(&value, element)
    } catch {
      return forwardError(error)
    }
    if emits == .each { forwardNext(value) }
  }

  private func handleWaiting() {
    isBusy = true
    isHandlingWaiting = true
    while !waiting.isEmpty {
      let events = waiting
      waiting = []
      for event in events { event() }
    }
    isHandlingWaiting = false
    isBusy = false
  }
}
