public import Dispatch
public import RxCore

/// A sequence whose elements are waited for by the thread that asks.
///
/// For tests of what works on other threads and in real time; virtual time is better where it can be had. Each question
/// subscribes anew, on the thread that asks, waits for the answer, and disposes the subscription.
public struct BlockingObservable<Element> {
  fileprivate let source: Observable<Element>
  fileprivate let limit: RxTimeInterval
  /// What is thrown when time runs out, if not a ``BlockingTimeout``.
  fileprivate let timeoutError: (any Error)?
}

extension BlockingObservable: Sendable where Element: Sendable {}

/// What a sequence was, from its first event to its last.
@frozen
public enum MaterializedSequenceResult<Element> {
  /// It completed.
  case completed(elements: [Element])
  /// It failed, or time ran out.
  case failed(elements: [Element], error: any Error)
}

extension MaterializedSequenceResult: Sendable where Element: Sendable {}

extension ObservableConvertibleType {
  /// The sequence, to be waited for: at most `timeout` for each question, or for ever if that is `nil`.
  ///
  ///     let answer = try repository.load().toBlocking().single()
  ///
  /// When time runs out a ``BlockingTimeout`` is thrown, which says what was awaited and what had come. Waiting on the main
  /// thread runs the main queue meanwhile, unless the caller is itself work of the main queue. A source that does not
  /// return from `subscribe` cannot be stopped by the limit.
  public func toBlocking(timeout: RxTimeInterval? = .seconds(10)) -> BlockingObservable<Element> {
    BlockingObservable(source: asObservable(), limit: timeout ?? .never, timeoutError: nil)
  }

  /// The sequence, to be waited for: at most `timeout` seconds for each question. When time runs out `RxError.timeout` is
  /// thrown, as code that was written with RxBlocking expects.
  public func toBlocking(timeout: Double) -> BlockingObservable<Element> {
    BlockingObservable(
      source: asObservable(), limit: .seconds(max(0, timeout)), timeoutError: RxError.timeout)
  }
}

extension BlockingObservable {
  /// Waits for the end, and returns all elements. Throws the error that ended the sequence.
  public func toArray() throws -> [Element] {
    try elements(of: source, awaiting: "the end of the sequence")
  }

  /// Waits for `max` elements or the end, and returns what came. Throws the error that ended the sequence before that.
  public func toArray(max: Int) throws -> [Element] {
    precondition(max >= 0, "toArray(max:) was given a negative count: \(max).")
    return try elements(of: source.take(max), awaiting: max == 1 ? "the first element" : "the first \(max) elements")
  }

  /// Waits for the first element, and returns it; `nil` if the sequence completed without one. Throws the error that
  /// ended the sequence before that.
  public func first() throws -> Element? {
    try elements(of: source.take(1), awaiting: "the first element").first
  }

  /// Waits for the end, and returns the last element; `nil` if there was none. Throws the error that ended the sequence.
  public func last() throws -> Element? {
    try elements(of: source, awaiting: "the end of the sequence").last
  }

  /// Waits for the end, or a second element, and returns the only one.
  ///
  /// Throws `RxError.noElements` if there was none, `RxError.moreThanOneElement` if there were several, or the error that
  /// ended the sequence.
  public func single() throws -> Element {
    try only(of: source, "element")
  }

  /// Waits for the end, or a second element that satisfies `predicate`, and returns the only one that does. `predicate`
  /// runs wherever the source sends.
  ///
  /// Throws `RxError.noElements` if there was none, `RxError.moreThanOneElement` if there were several, what `predicate`
  /// throws, or the error that ended the sequence.
  @preconcurrency
  public func single(_ predicate: @escaping @Sendable (Element) throws -> Bool) throws -> Element {
    try only(of: source.filter(predicate), "element that satisfies the predicate")
  }

  /// Waits for the end, and returns how the sequence went; that time ran out is a failure as well.
  public func materialize() -> MaterializedSequenceResult<Element> {
    materialize(source, awaiting: "the end of the sequence")
  }

  private func only(of source: Observable<Element>, _ name: String) throws -> Element {
    let elements = try elements(of: source.take(2), awaiting: "the end of the sequence, or a second \(name)")
    guard let element = elements.first else { throw RxError.noElements }
    guard elements.count == 1 else { throw RxError.moreThanOneElement }
    return element
  }

  private func elements(of source: Observable<Element>, awaiting awaited: String) throws -> [Element] {
    switch materialize(source, awaiting: awaited) {
    case .completed(let elements): return elements
    case .failed(_, let error): throw error
    }
  }

  private func materialize(
    _ source: Observable<Element>, awaiting awaited: String
  ) -> MaterializedSequenceResult<Element> {
    let deadline = DispatchTime.now() + limit
    let collector = BlockingCollector<Element>()
    let subscription = source.subscribe(erased: collector)
    collector.wait(until: deadline)
    subscription.dispose()
    let (elements, end) = collector.result
    switch end {
    case .completed: return .completed(elements: elements)
    case .failed(let error): return .failed(elements: elements, error: error)
    case nil:
      let error = timeoutError ?? BlockingTimeout(awaited: awaited, limit: limit, arrived: elements)
      return .failed(elements: elements, error: error)
    }
  }
}
