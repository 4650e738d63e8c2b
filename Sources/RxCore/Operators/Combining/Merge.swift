extension ObservableType where Element: ObservableConvertibleType {
  /// Merges the emitted sequences: `sources.merge()`, or `sources.merge(maxConcurrent: 3)`. See ``MergeOperator``.
  ///
  /// Here each inner sequence is `b`, and emits the element for which it was created:
  ///
  /// ```swift
  /// a.map { x in b.map { _ in x } }.merge()
  /// ```
  /// ```
  /// a      -1------2---3--|
  /// b      --0--0|
  /// b (1)  -^-----!
  /// b (2)  --------^-----!
  /// b (3)  ------------^-----!
  /// merge  ---1--1---2--23--3|
  /// ```
  ///
  /// Semantics: ReactiveX, Merge.
  public var merge: MergeOperator<Element> { MergeOperator(sources: asObservable()) }
}

/// Merges the sequences that a sequence emits. Called like a method: `sources.merge()`.
///
/// A method would break type inference for the static functions of the same name: in Swift 6 mode, the compiler would
/// not infer the element type of `Observable.merge(one, other)` (Swift issue 80146).
public struct MergeOperator<Inner: ObservableConvertibleType> {
  let sources: Observable<Inner>

  /// Merges the elements of all inner sequences as they arrive.
  ///
  /// An error from the source or an inner sequence terminates the sequence. It completes when the source and all inner
  /// sequences have completed. Elements are emitted one at a time, on the inner sequences' threads.
  ///
  /// Semantics: ReactiveX, Merge.
  public func callAsFunction() -> Observable<Inner.Element> {
    Flattening(sources, by: MergeSink.self) { $0.asObservable() }
  }
}

extension ObservableType {
  /// Merges the elements of all `sources` as they arrive, one at a time, on the sources' threads.
  ///
  /// An error from any source terminates the sequence. It completes when all sources have completed.
  ///
  /// Semantics: ReactiveX, Merge.
  public static func merge<Collection: Swift.Collection>(
    _ sources: Collection
  ) -> Observable<Element> where Collection.Element == Observable<Element> {
    merge(Array(sources))
  }

  /// Merges the elements of all `sources` as they arrive, one at a time, on the sources' threads.
  ///
  /// An error from any source terminates the sequence. It completes when all sources have completed.
  ///
  /// Semantics: ReactiveX, Merge.
  public static func merge(_ sources: [Observable<Element>]) -> Observable<Element> {
    CustomOperator {
      MergeSink(selector: { $0 }, observer: $0)
    } connect: { sink in
      for source in sources where !sink.isDisposed { sink.subscribeInner(source) }
      sink.finish()
    }
  }

  /// Merges the elements of all `sources` as they arrive, one at a time, on the sources' threads.
  ///
  /// ```swift
  /// Observable.merge(a, b)
  /// ```
  /// ```
  /// a      -1----2-------3-|
  /// b      ---7----8-|
  /// merge  -1-7--2-8-----3-|
  /// ```
  ///
  /// An error from any source terminates the sequence. It completes when all sources have completed.
  ///
  /// Semantics: ReactiveX, Merge.
  public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
    merge(sources)
  }
}
