extension ObservableType {
  /// Emits the elements of the first source and, each time a source fails, continues with the next one.
  ///
  /// ```swift
  /// Observable<Int>.catch(sequence: [a, b, c])
  /// ```
  /// ```
  /// a                 -1--#
  /// b                 --#
  /// b (1)             ----^-!
  /// c                 --8--9|
  /// c (1)             ------^-----!
  /// catch(sequence:)  -1------8--9|
  /// ```
  ///
  /// The sequence completes when a source completes, and fails when the last source fails. Without sources it
  /// completes. Each source is requested from `sequence` and subscribed to when the previous one fails; the stack does
  /// not grow, however many sources fail.
  ///
  /// In Swift 6 mode, the compiler does not infer the element type, so write `Observable<Int>.catch(sequence: [a, b])`.
  ///
  /// Semantics: ReactiveX, Catch.
  public static func `catch`<Sequence: Swift.Sequence>(
    sequence: Sequence
  ) -> Observable<Element> where Sequence.Element == Observable<Element> {
    firstToComplete { nextSource(of: sequence) }
  }
}

private final class CatchSequenceSink<Element>: SequentialSourcesSink<Element>, @unchecked Sendable {
  private let sources: NextSource<Element>
  private var lastError: (any Error)?

  init(sources: @escaping NextSource<Element>, observer: ObserverBase<Element>) {
    self.sources = sources
    super.init(observer: observer)
  }

  override func onError(_ error: any Error) {
    // The previous error is released after the exchange, because its deinit may re-enter.
    _ = exchange(&lastError, with: error)
    advance()
  }

  override func nextSource() -> Observable<Element>? { sources() }

  override func finish() {
    if let lastError { forwardError(lastError) } else { forwardCompleted() }
  }
}

/// Implements `catch(sequence:)` and `retry`: subscribes to one source after another until one completes.
///
/// - Parameter makeNext: called for each subscription.
func firstToComplete<Element>(_ makeNext: @escaping () -> NextSource<Element>) -> Observable<Element> {
  CustomOperator(makeSink: { CatchSequenceSink(sources: makeNext(), observer: $0) }, connect: { $0.advance() })
}
