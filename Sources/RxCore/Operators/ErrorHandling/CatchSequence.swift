extension ObservableType {
  /// Emits the elements of the first source; after its error those of the second, and so on.
  ///
  /// It completes when one of the sources completes, and fails with the error of the last one. Without sources it
  /// completes. Each source is requested from the sequence, and subscribed, when the previous one has failed; the stack
  /// does not grow, however many fail.
  ///
  /// Swift 6 mode does not infer the type of the elements here: write `Observable<Int>.catch(sequence: [a, b])`.
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
    // The former error is released after the exchange: its deinit may lead here again.
    _ = exchange(&lastError, with: error)
    advance()
  }

  override func nextSource() -> Observable<Element>? { sources() }

  override func finish() {
    if let lastError { forwardError(lastError) } else { forwardCompleted() }
  }
}

/// The sequence behind `catch(sequence:)` and `retry`: subscribes to one source after another until one completes.
///
/// - Parameter makeNext: called with each subscription.
func firstToComplete<Element>(_ makeNext: @escaping () -> NextSource<Element>) -> Observable<Element> {
  CustomOperator { CatchSequenceSink(sources: makeNext(), observer: $0).advance() }
}
