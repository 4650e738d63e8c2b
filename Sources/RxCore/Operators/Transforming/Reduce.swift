extension ObservableType {
  /// Has `accumulator` make a value of the previous one, `seed` at first, and each element, and emits the last value when
  /// the source completes.
  ///
  ///     Observable.of(1, 2, 3).reduce(0) { $0 + $1 }  // 6
  ///
  /// A source without elements gives `seed`. An error that `accumulator` throws ends the sequence.
  ///
  /// Semantics: ReactiveX, Reduce.
  @preconcurrency
  public func reduce<A>(_ seed: A, accumulator: @escaping @Sendable (A, Element) throws -> A) -> Observable<A> {
    accumulated(from: seed, emits: .last) { value, element in
      value = try accumulator(value, element)
    }
  }

  /// Has `accumulator` make a value of the previous one, `seed` at first, and each element, and emits what `mapResult`
  /// makes of the last value when the source completes.
  ///
  /// A source without elements gives what `mapResult` makes of `seed`. An error that either closure throws ends the sequence.
  ///
  /// Semantics: ReactiveX, Reduce.
  @preconcurrency
  public func reduce<A, Result>(
    _ seed: A, accumulator: @escaping @Sendable (A, Element) throws -> A,
    mapResult: @escaping @Sendable (A) throws -> Result
  ) -> Observable<Result> {
    reduce(seed, accumulator: accumulator).map(mapResult)
  }

  /// Emits an array of all elements when the source completes. It is empty if there are none.
  ///
  ///     Observable.of(1, 2).toArray()  // [1, 2]
  ///
  /// Semantics: ReactiveX, To.
  public func toArray() -> Single<[Element]> {
    PrimitiveSequence(raw: accumulated(from: [], emits: .last) { $0.append($1) })
  }
}
