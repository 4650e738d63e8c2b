internal import DeliveryCore
public import Dispatch
public import RxCore

/// Blocks the calling thread until a sequence has emitted the requested elements.
///
/// For tests of code that works on other threads and in real time; prefer virtual time where possible. Each method
/// makes a new subscription on the calling thread, waits for the result, and disposes the subscription.
///
/// Semantics: RxBlocking, BlockingObservable.
public struct BlockingObservable<Element> {
  fileprivate let source: Observable<Element>
  fileprivate let limit: RxTimeInterval
  fileprivate let whenLate: Lateness

  /// The error to throw when the limit is reached.
  fileprivate enum Lateness {
    /// A ``BlockingTimeout`` with this location.
    case timeout(location: String)
    case error(any Error)
  }
}

extension BlockingObservable: Sendable where Element: Sendable {}

/// All elements of a sequence, and how it ended.
@frozen
public enum MaterializedSequenceResult<Element> {
  /// The sequence completed.
  case completed(elements: [Element])
  /// The sequence failed, or the limit was reached.
  case failed(elements: [Element], error: any Error)
}

extension MaterializedSequenceResult: Sendable where Element: Sendable {}

extension ObservableConvertibleType {
  /// Returns a blocking view of the sequence.
  ///
  ///     let answer = try repository.load().toBlocking().single()
  ///
  /// When the limit is reached, the call throws a ``BlockingTimeout`` with the caller's file and line, what was awaited,
  /// and the elements received; `materialize()` returns it as the error of its result. On the main thread, waiting runs
  /// the main queue, unless the caller is work on that queue. The limit cannot interrupt a source that does not return from
  /// `subscribe`.
  ///
  /// RxBlocking has no limit by default, so a test that hangs there does not report its line.
  ///
  /// - Parameters:
  ///   - timeout: how long to wait for each result; `nil` or `.never` for no limit. A negative one counts as zero.
  ///   - file: the file reported in the error; by default the caller's.
  ///   - line: the line reported in the error; by default the caller's.
  public func toBlocking(
    timeout: RxTimeInterval? = .seconds(10), file: StaticString = #fileID, line: UInt = #line
  ) -> BlockingObservable<Element> {
    BlockingObservable(
      source: asObservable(), limit: timeout.map { $0.seconds < 0 ? .seconds(0) : $0 } ?? .never,
      whenLate: .timeout(location: "\(file):\(line)"))
  }

  /// Returns a blocking view of the sequence that throws `RxError.timeout` at the limit, as RxBlocking does.
  ///
  /// - Parameter timeout: how long to wait for each result, in seconds; `nil` for no limit. A negative number counts as
  ///   zero.
  @_disfavoredOverload
  public func toBlocking(timeout: Double?) -> BlockingObservable<Element> {
    BlockingObservable(
      source: asObservable(), limit: timeout.map { .seconds(max(0, $0)) } ?? .never,
      whenLate: .error(RxError.timeout))
  }
}

extension BlockingObservable {
  /// Waits for the end and returns all elements. Throws the error that ended the sequence.
  public func toArray() throws -> [Element] {
    try elements(of: source, awaiting: "the end of the sequence")
  }

  /// Waits for `max` elements or the end of the sequence, and returns the elements received.
  ///
  /// Throws the error if the sequence fails first.
  ///
  /// - Parameter max: the number of elements to wait for. A negative number stops the program.
  public func toArray(max: Int) throws -> [Element] {
    require(max >= 0, "toArray(max:) was given a negative count: \(max).")
    return try elements(of: source.take(max), awaiting: max == 1 ? "the first element" : "the first \(max) elements")
  }

  /// Waits for the first element and returns it, or `nil` if the sequence completed without one.
  ///
  /// Throws the error if the sequence fails first.
  public func first() throws -> Element? {
    try elements(of: source.take(1), awaiting: "the first element").first
  }

  /// Waits for the end and returns the last element, or `nil` if there was none.
  ///
  /// Throws the error that ended the sequence.
  public func last() throws -> Element? {
    try elements(of: source, awaiting: "the end of the sequence").last
  }

  /// Waits for the end or a second element, and returns the only element.
  ///
  /// Throws `RxError.noElements` if there was none, `RxError.moreThanOneElement` if there was a second one, or the
  /// error that ended the sequence.
  public func single() throws -> Element {
    try only(of: source, "element")
  }

  /// Waits for the end or a second element that satisfies `predicate`, and returns the only such element.
  ///
  /// Throws `RxError.noElements` if there was none, `RxError.moreThanOneElement` if there was a second one, an error
  /// thrown by `predicate`, or the error that ended the sequence.
  ///
  /// - Parameter predicate: called on the thread on which the source emits.
  @preconcurrency
  public func single(_ predicate: @escaping @Sendable (Element) throws -> Bool) throws -> Element {
    try only(of: source.filter(predicate), "element that satisfies the predicate")
  }

  /// Waits for the end and returns all elements and how the sequence ended. Reaching the limit counts as a failure.
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
      switch whenLate {
      case .error(let error): return .failed(elements: elements, error: error)
      case .timeout(let location):
        let timeout = BlockingTimeout(location: location, awaited: awaited, limit: limit, arrived: elements)
        return .failed(elements: elements, error: timeout)
      }
    }
  }
}
