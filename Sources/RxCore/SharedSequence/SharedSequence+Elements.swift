// Operators on the elements of one sequence. Each forwards to the operator of the same name on `Observable` and shares
// the result. The closures run where the sequence emits, which for a driver or signal is normally the main queue.

extension SharedSequenceConvertibleType {
  /// Emits the result of `selector` for each element.
  ///
  /// Semantics: ReactiveX, Map.
  @preconcurrency
  public func map<Result>(
    _ selector: @escaping @Sendable (Element) -> Result
  ) -> SharedSequence<SharingStrategy, Result> {
    SharedSequence(asObservable().map(selector))
  }

  /// Emits the results of `selector`, except those that are `nil`.
  ///
  /// Semantics: ReactiveX, Map and Filter combined.
  @preconcurrency
  public func compactMap<Result>(
    _ selector: @escaping @Sendable (Element) -> Result?
  ) -> SharedSequence<SharingStrategy, Result> {
    SharedSequence(asObservable().compactMap(selector))
  }

  /// Emits the elements that satisfy `predicate`.
  ///
  /// Semantics: ReactiveX, Filter.
  @preconcurrency
  public func filter(
    _ predicate: @escaping @Sendable (Element) -> Bool
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().filter(predicate))
  }

  /// Accumulates elements, starting with `seed`, and emits each intermediate result.
  ///
  /// Semantics: ReactiveX, Scan.
  @preconcurrency
  public func scan<A>(
    _ seed: A, accumulator: @escaping @Sendable (A, Element) -> A
  ) -> SharedSequence<SharingStrategy, A> {
    SharedSequence(asObservable().scan(seed, accumulator: accumulator))
  }

  /// Drops the first `count` elements.
  ///
  /// Semantics: ReactiveX, Skip.
  public func skip(_ count: Int) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().skip(count))
  }

  /// Emits `element` inside the first `subscribe`, then the source's elements.
  ///
  /// Semantics: ReactiveX, StartWith.
  public func startWith(_ element: Element) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().startWith(element))
  }

  /// Calls closures for side effects before and after each event, around subscription, and after disposal. See
  /// ``ObservableType/do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
  ///
  /// Semantics: ReactiveX, Do.
  @preconcurrency
  public func `do`(
    onNext: (@Sendable (Element) -> Void)? = nil, afterNext: (@Sendable (Element) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil, afterCompleted: (@Sendable () -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(
      asObservable().do(
        onNext: onNext, afterNext: afterNext, onCompleted: onCompleted, afterCompleted: afterCompleted,
        onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
  }

  /// Prints each subscription, event and disposal to standard output.
  public func debug(
    _ identifier: String? = nil, trimOutput: Bool = false, file: String = #fileID, line: UInt = #line,
    function: String = #function
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(
      asObservable().debug(identifier, trimOutput: trimOutput, file: file, line: line, function: function))
  }

  /// Drops elements whose key equals the last emitted element's.
  ///
  /// Semantics: ReactiveX, Distinct.
  @preconcurrency
  public func distinctUntilChanged<Key: Equatable & SendableMetatype>(
    _ keySelector: @escaping @Sendable (Element) -> Key
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().distinctUntilChanged(keySelector))
  }

  /// Drops elements that `comparer` considers equal to the last one emitted.
  ///
  /// Semantics: ReactiveX, Distinct.
  @preconcurrency
  public func distinctUntilChanged(
    _ comparer: @escaping @Sendable (_ lhs: Element, _ rhs: Element) -> Bool
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().distinctUntilChanged(comparer))
  }

  /// Drops elements whose key `comparer` considers equal to the last emitted element's.
  ///
  /// Semantics: ReactiveX, Distinct.
  @preconcurrency
  public func distinctUntilChanged<K>(
    _ keySelector: @escaping @Sendable (Element) -> K,
    comparer: @escaping @Sendable (_ lhs: K, _ rhs: K) -> Bool
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().distinctUntilChanged(keySelector, comparer: comparer))
  }
}

extension SharedSequenceConvertibleType where Element: Equatable {
  /// Drops elements that equal the last one emitted.
  ///
  /// Semantics: ReactiveX, Distinct.
  @preconcurrency
  public func distinctUntilChanged() -> SharedSequence<SharingStrategy, Element> where Element: SendableMetatype {
    SharedSequence(asObservable().distinctUntilChanged())
  }
}
