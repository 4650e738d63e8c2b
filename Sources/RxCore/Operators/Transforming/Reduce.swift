extension ObservableType {
  /// Accumulates elements, starting from `seed`, and emits the final value when the source completes.
  ///
  /// ```swift
  /// a.reduce(0) { sum, x in sum + x }
  /// ```
  /// ```
  /// a       -1--2--3-|
  /// reduce  ---------(6|)
  /// ```
  ///
  /// Without elements, `seed` is emitted. If `accumulator` throws, the sequence fails.
  ///
  /// Semantics: ReactiveX, Reduce.
  @preconcurrency
  public func reduce<A>(_ seed: A, accumulator: @escaping @Sendable (A, Element) throws -> A) -> Observable<A> {
    accumulated(from: seed, emits: .last) { value, element in
      value = try accumulator(value, element)
    }
  }

  /// Accumulates elements, starting from `seed`, and emits the final value, transformed by `mapResult`.
  ///
  /// Without elements, `mapResult` receives `seed`. If either closure throws, the sequence fails.
  ///
  /// Semantics: ReactiveX, Reduce.
  @preconcurrency
  public func reduce<A, Result>(
    _ seed: A, accumulator: @escaping @Sendable (A, Element) throws -> A,
    mapResult: @escaping @Sendable (A) throws -> Result
  ) -> Observable<Result> {
    reduce(seed, accumulator: accumulator).map(mapResult)
  }

  /// Collects all elements into an array, which may be empty, and emits it when the source completes.
  ///
  /// ```swift
  /// a.toArray()
  /// ```
  /// ```
  /// a        -1--2--3-|
  /// toArray  ---------(a|)
  /// a = [1, 2, 3]
  /// ```
  ///
  /// Semantics: ReactiveX, To.
  public func toArray() -> Single<[Element]> {
    PrimitiveSequence(raw: accumulated(from: [], emits: .last) { $0.append($1) })
  }
}
