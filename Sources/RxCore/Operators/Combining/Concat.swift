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
  /// The remaining sources, the innermost iterator last: nested concats need no stack, however deep they are.
  private var sources: [AnyIterator<Observable<Element>>]

  init(sources: AnyIterator<Observable<Element>>, observer: ObserverBase<Element>) {
    self.sources = [sources]
    super.init(observer: observer)
  }

  override func onCompleted() { advance() }

  override func nextSource() -> Observable<Element>? {
    while let innermost = sources.last {
      guard let source = innermost.next() else {
        sources.removeLast()
        continue
      }
      guard let nested = source as? Concat<Element> else { return source }
      sources.append(nested.makeIterator())
    }
    return nil
  }
}

private final class Concat<Element>: Producer<Element>, @unchecked Sendable {
  let makeIterator: () -> AnyIterator<Observable<Element>>

  init<Sources: Sequence>(_ sources: Sources) where Sources.Element == Observable<Element> {
    makeIterator = { sources.makeReleasingIterator() }
  }

  override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    ConcatSink(sources: makeIterator(), observer: observer).advance()
  }
}
