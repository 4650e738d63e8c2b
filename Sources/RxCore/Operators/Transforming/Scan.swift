extension ObservableType {
  /// Has `accumulator` change a value, `seed` at first, with each element, and sends it after each change.
  ///
  ///     words.scan(into: [:]) { counts, word in counts[word, default: 0] += 1 }
  ///
  /// An error it throws ends the sequence. Each subscription begins with `seed`, which is not sent itself.
  ///
  /// Semantics: ReactiveX, Scan.
  @preconcurrency
  public func scan<A>(
    into seed: A, accumulator: @escaping @Sendable (inout A, Element) throws -> Void
  ) -> Observable<A> {
    Scan(source: asObservable(), seed: seed, accumulator: accumulator)
  }

  /// Has `accumulator` make a value of the one before, `seed` at first, and each element, and sends it.
  ///
  ///     Observable.of(1, 2, 3).scan(0) { $0 + $1 }  // 1 3 6
  ///
  /// An error it throws ends the sequence. Each subscription begins with `seed`, which is not sent itself.
  ///
  /// Semantics: ReactiveX, Scan.
  @preconcurrency
  public func scan<A>(
    _ seed: A, accumulator: @escaping @Sendable (A, Element) throws -> A
  ) -> Observable<A> {
    Scan(source: asObservable(), seed: seed) { value, element in value = try accumulator(value, element) }
  }
}

private final class ScanSink<Element, Value>: Sink<Element, Value>, @unchecked Sendable {
  private let accumulator: @Sendable (inout Value, Element) throws -> Void
  private var value: Value

  init(
    seed: Value, accumulator: @escaping @Sendable (inout Value, Element) throws -> Void,
    observer: ObserverBase<Value>, cancel: any Cancelable
  ) {
    value = seed
    self.accumulator = accumulator
    super.init(observer: observer, cancel: cancel)
  }

  override func onNext(_ element: Element) {
    do {
      try accumulator(&value, element)
      forwardNext(value)
    } catch {
      forwardError(error)
    }
  }
}

private final class Scan<Element, Value>: Producer<Value>, @unchecked Sendable {
  private let source: Observable<Element>
  private let seed: Value
  private let accumulator: @Sendable (inout Value, Element) throws -> Void

  init(
    source: Observable<Element>, seed: Value, accumulator: @escaping @Sendable (inout Value, Element) throws -> Void
  ) {
    self.source = source
    self.seed = seed
    self.accumulator = accumulator
  }

  override func run(
    _ observer: ObserverBase<Value>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = ScanSink(seed: seed, accumulator: accumulator, observer: observer, cancel: cancel)
    return (sink, source.subscribe(erased: sink))
  }
}
