extension ObservableType {
  /// Called like a method: `source.concat(second)`, or `sources.concat()`. See ``ConcatOperator``.
  ///
  /// Semantics: ReactiveX, Concat.
  public var concat: ConcatOperator<Element> { ConcatOperator(source: asObservable()) }

  /// Sends what the sources send, one source after the other; an error of any of them ends the whole.
  ///
  /// Each source is asked for, and subscribed, when the one before has completed; there may be any number.
  ///
  /// Semantics: ReactiveX, Concat.
  public static func concat<Sequence: Swift.Sequence>(
    _ sequence: Sequence
  ) -> Observable<Element> where Sequence.Element == Observable<Element> {
    Concat(sequence)
  }

  /// Sends what the sources send, one source after the other; an error of any of them ends the whole.
  ///
  /// Each source is subscribed when the one before has completed; there may be any number.
  ///
  /// Semantics: ReactiveX, Concat.
  public static func concat<Collection: Swift.Collection>(
    _ collection: Collection
  ) -> Observable<Element> where Collection.Element == Observable<Element> {
    Concat(collection)
  }

  /// Sends what the sources send, one source after the other; an error of any of them ends the whole.
  ///
  /// Semantics: ReactiveX, Concat.
  public static func concat(_ sources: Observable<Element>...) -> Observable<Element> {
    Concat(sources)
  }
}

/// Puts another sequence behind a sequence, or those that it sends one behind the other. Called like a method of that:
/// `source.concat(second)`.
///
/// Why it is none: see ``MergeOperator``.
public struct ConcatOperator<Element> {
  let source: Observable<Element>

  /// Sends what the source sends and, once it has completed, what `second` sends.
  public func callAsFunction<Source: ObservableConvertibleType>(
    _ second: Source
  ) -> Observable<Element> where Source.Element == Element {
    Concat([source, second.asObservable()])
  }

  /// Sends what the inner sequences send, one after the other: each is subscribed when the one before has completed.
  /// An error of any of them, or of the source, ends the whole.
  public func callAsFunction() -> Observable<Element.Element> where Element: ObservableConvertibleType {
    source.merge(maxConcurrent: 1)
  }
}

private final class ConcatSink<Element>: SuccessionSink<Element>, @unchecked Sendable {
  /// What is left, the innermost last: a concat of concats is gone through like a single one, however deep.
  private var sources: [AnyIterator<Observable<Element>>]

  init(sources: AnyIterator<Observable<Element>>, observer: ObserverBase<Element>, cancel: any Cancelable) {
    self.sources = [sources]
    super.init(observer: observer, cancel: cancel)
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
    makeIterator = { AnyIterator(sources.makeIterator()) }
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = ConcatSink(sources: makeIterator(), observer: observer, cancel: cancel)
    return (sink, sink.run())
  }
}
