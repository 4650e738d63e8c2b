extension ObservableType {
  /// Called like a method: `source.concat(second)`, or `sources.concat()`. See ``ConcatOperator``.
  ///
  /// Semantics: ReactiveX, Concat.
  public var concat: ConcatOperator<Element> { ConcatOperator(source: asObservable()) }

  /// Emits the elements of the sources, one source after the other. An error of any source ends the sequence.
  ///
  /// Each source is requested from the sequence, and subscribed, when the previous one has completed; there may be any
  /// number. It is subscribed on the thread on which the previous one completed.
  ///
  /// Semantics: ReactiveX, Concat.
  public static func concat<Sequence: Swift.Sequence>(
    _ sequence: Sequence
  ) -> Observable<Element> where Sequence.Element == Observable<Element> {
    Concat(sequence)
  }

  /// Emits the elements of the sources, one source after the other. An error of any source ends the sequence.
  ///
  /// Each source is subscribed when the previous one has completed; there may be any number. It is subscribed on the thread
  /// on which the previous one completed.
  ///
  /// Semantics: ReactiveX, Concat.
  public static func concat<Collection: Swift.Collection>(
    _ collection: Collection
  ) -> Observable<Element> where Collection.Element == Observable<Element> {
    Concat(collection)
  }

  /// Emits the elements of the sources, one source after the other. An error of any source ends the sequence.
  ///
  ///     Observable.concat(.of(1, 2), .just(3))  // 1 2 3
  ///
  /// Semantics: ReactiveX, Concat.
  public static func concat(_ sources: Observable<Element>...) -> Observable<Element> {
    Concat(sources)
  }
}

/// Concatenates a sequence with another, or the sequences that it emits. Called like a method of that sequence:
/// `source.concat(second)`.
///
/// Why it is not a method: see ``MergeOperator``.
public struct ConcatOperator<Element> {
  let source: Observable<Element>

  /// Emits the elements of the source and, once it has completed, those of `second`. An error of either ends the sequence.
  ///
  /// Semantics: ReactiveX, Concat.
  public func callAsFunction<Source: ObservableConvertibleType>(
    _ second: Source
  ) -> Observable<Element> where Source.Element == Element {
    Concat([source, second.asObservable()])
  }

  /// Emits the elements of the inner sequences, one after the other: each is subscribed when the previous one has
  /// completed. An error of the source or of any inner sequence ends the sequence.
  ///
  /// Semantics: ReactiveX, Concat.
  public func callAsFunction() -> Observable<Element.Element> where Element: ObservableConvertibleType {
    source.merge(maxConcurrent: 1)
  }
}

private final class ConcatSink<Element>: SequentialSourcesSink<Element>, @unchecked Sendable {
  /// The remaining sources of the innermost concatenation, and of those around it: nested concats need no stack, however deep
  /// they are. (An array that holds both looks its type up for each source.)
  private var innermost: NextSource<Element>
  private var outer: [NextSource<Element>] = []

  init(sources: @escaping NextSource<Element>, observer: ObserverBase<Element>) {
    innermost = sources
    super.init(observer: observer)
  }

  override func onCompleted() { advance() }

  override func nextSource() -> Observable<Element>? {
    while true {
      if let source = innermost() {
        guard let nested = source.makeNextSource() else { return source }
        outer.append(innermost)
        innermost = nested
      } else {
        guard let next = outer.popLast() else { return nil }
        innermost = next
      }
    }
  }
}

private final class Concat<Element>: Producer<Element>, @unchecked Sendable {
  private let makeNext: () -> NextSource<Element>

  init<Sources: Sequence>(_ sources: Sources) where Sources.Element == Observable<Element> {
    makeNext = { nextSource(of: sources) }
  }

  override func makeNextSource() -> NextSource<Element>? { makeNext() }

  override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    ConcatSink(sources: makeNext(), observer: observer).advance()
  }
}
