extension ObservableType {
  /// Concatenates sequences: `source.concat(second)`, or `sources.concat()`. See ``ConcatOperator``.
  ///
  /// ```swift
  /// a.concat(b)
  /// ```
  /// ```
  /// a       -1--2---|
  /// b       --7-8|
  /// b (1)   --------^----!
  /// concat  -1--2-----7-8|
  /// ```
  ///
  /// Semantics: ReactiveX, Concat.
  public var concat: ConcatOperator<Element> { ConcatOperator(source: asObservable()) }

  /// Concatenates the sources: each is subscribed to when the previous one completes.
  ///
  /// The next source is requested from `sequence` only then, so `sequence` may be infinite. Any number of sources can be
  /// concatenated without growing the stack. Each subscription is made on the thread on which the previous source
  /// completed or, if its `subscribe` had not returned by then, on the thread that called `subscribe`. An error from any
  /// source terminates the sequence.
  ///
  /// Semantics: ReactiveX, Concat.
  public static func concat<Sequence: Swift.Sequence>(
    _ sequence: Sequence
  ) -> Observable<Element> where Sequence.Element == Observable<Element> {
    Concat(sequence)
  }

  /// Concatenates the sources: each is subscribed to when the previous one completes.
  ///
  ///     Observable.concat(.of(1, 2), .just(3))  // 1 2 3
  ///
  /// An error from any source terminates the sequence.
  ///
  /// Semantics: ReactiveX, Concat.
  public static func concat(_ sources: Observable<Element>...) -> Observable<Element> {
    Concat(sources)
  }
}

/// Concatenates a sequence with another one, or the sequences that a sequence emits. Called like a method:
/// `source.concat(second)`.
///
/// ``MergeOperator`` explains why this is not a method.
public struct ConcatOperator<Element> {
  let source: Observable<Element>

  /// Emits the source's elements and, once the source has completed, the elements of `second`.
  ///
  /// An error from either terminates the sequence.
  ///
  /// Semantics: ReactiveX, Concat.
  public func callAsFunction<Source: ObservableConvertibleType>(
    _ second: Source
  ) -> Observable<Element> where Source.Element == Element {
    Concat([source, second.asObservable()])
  }

  /// Concatenates the inner sequences: each is subscribed to when the previous one completes.
  ///
  /// An error from the source or an inner sequence terminates the sequence.
  ///
  /// Semantics: ReactiveX, Concat.
  public func callAsFunction() -> Observable<Element.Element> where Element: ObservableConvertibleType {
    source.merge(maxConcurrent: 1)
  }
}

private final class ConcatSink<Element>: SequentialSourcesSink<Element>, @unchecked Sendable {
  /// The remaining sources of the innermost concatenation; `outer` has those of the enclosing ones. A subscription to
  /// concatenations nested to any depth therefore does not grow the stack. A single array for both would cost a metadata
  /// look-up for each source.
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

final class Concat<Element>: Producer<Element>, @unchecked Sendable {
  private let makeNext: () -> NextSource<Element>

  init<Sources: Sequence>(
    _ sources: Sources
  ) where Sources.Element: ObservableConvertibleType, Sources.Element.Element == Element {
    makeNext = { nextSource(of: sources) }
  }

  override func makeNextSource() -> NextSource<Element>? { makeNext() }

  override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    let sink = ConcatSink(sources: makeNext(), observer: observer)
    observer.onSubscribe(sink)
    sink.advance()
    return sink
  }
}
