// Each method forwards to the operator of the same name on `Observable`, which documents semantics, threads and errors.

extension InfallibleType {
  /// Emits the result of `transform` for each element.
  @preconcurrency
  public func map<Result>(_ transform: @escaping @Sendable (Element) -> Result) -> Infallible<Result> {
    Infallible<Result>(asObservable().map(transform))
  }

  /// Emits the results of `transform`, except those that are `nil`.
  @preconcurrency
  public func compactMap<Result>(_ transform: @escaping @Sendable (Element) -> Result?) -> Infallible<Result> {
    Infallible<Result>(asObservable().compactMap(transform))
  }

  /// Accumulates elements in place, starting with `seed`, and emits each intermediate result.
  @preconcurrency
  public func scan<Seed>(
    into seed: Seed, accumulator: @escaping @Sendable (inout Seed, Element) -> Void
  ) -> Infallible<Seed> {
    Infallible<Seed>(asObservable().scan(into: seed, accumulator: accumulator))
  }

  /// Accumulates elements, starting with `seed`, and emits each intermediate result.
  @preconcurrency
  public func scan<Seed>(
    _ seed: Seed, accumulator: @escaping @Sendable (Seed, Element) -> Seed
  ) -> Infallible<Seed> {
    Infallible<Seed>(asObservable().scan(seed, accumulator: accumulator))
  }

  /// Merges the sequences that `selector` returns for the elements.
  ///
  /// The returned sequences should not fail, because an `Infallible` must never fail.
  @preconcurrency
  public func flatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) -> Source
  ) -> Infallible<Source.Element> {
    Infallible<Source.Element>(asObservable().flatMap(selector))
  }

  /// Emits the elements of the latest sequence that `selector` returned.
  ///
  /// The returned sequences should not fail, because an `Infallible` must never fail.
  @preconcurrency
  public func flatMapLatest<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) -> Source
  ) -> Infallible<Source.Element> {
    Infallible<Source.Element>(asObservable().flatMapLatest(selector))
  }

  /// Concatenates the sequences that `selector` returns for the elements.
  ///
  /// The returned sequences should not fail, because an `Infallible` must never fail.
  @preconcurrency
  public func concatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) -> Source
  ) -> Infallible<Source.Element> {
    Infallible<Source.Element>(asObservable().concatMap(selector))
  }

  /// Calls closures for side effects before and after each event, around subscription, and after disposal.
  ///
  /// The closures should not throw, because an `Infallible` must never fail. See
  /// ``ObservableType/do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
  @preconcurrency
  public func `do`(
    onNext: (@Sendable (Element) throws -> Void)? = nil, afterNext: (@Sendable (Element) throws -> Void)? = nil,
    onCompleted: (@Sendable () throws -> Void)? = nil, afterCompleted: (@Sendable () throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Infallible<Element> {
    Infallible(
      asObservable().do(
        onNext: onNext, afterNext: afterNext, onCompleted: onCompleted, afterCompleted: afterCompleted,
        onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
  }

  /// Shares one subscription to the source among all subscribers. See ``ObservableType/share(replay:scope:)``.
  public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected) -> Infallible<Element> {
    Infallible(asObservable().share(replay: replay, scope: scope))
  }

  /// Prints each subscription, event and disposal to standard output. See
  /// ``ObservableType/debug(_:trimOutput:file:line:function:)``.
  public func debug(
    _ identifier: String? = nil, trimOutput: Bool = false, file: String = #fileID, line: UInt = #line,
    function: String = #function
  ) -> Infallible<Element> {
    Infallible(asObservable().debug(identifier, trimOutput: trimOutput, file: file, line: line, function: function))
  }

  /// Delivers the events on `scheduler`, in order.
  @preconcurrency
  public func observe(on scheduler: any ImmediateSchedulerType) -> Infallible<Element> where Element: Sendable {
    Infallible(asObservable().observe(on: scheduler))
  }

  /// Subscribes to the source, and disposes the subscription, on `scheduler`.
  @preconcurrency
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Infallible<Element> where Element: Sendable {
    Infallible(asObservable().subscribe(on: scheduler))
  }

  /// Emits the elements of the sequence that `selector` returns for an element, and drops further elements until that
  /// sequence has completed.
  ///
  /// The returned sequences should not fail, because an `Infallible` must never fail.
  @preconcurrency
  public func flatMapFirst<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) -> Source
  ) -> Infallible<Source.Element> {
    Infallible<Source.Element>(asObservable().flatMapFirst(selector))
  }

  /// Combines each element with the weakly held `obj`, using `resultSelector`.
  ///
  /// Once `obj` has been deallocated, the next element completes the sequence instead.
  @preconcurrency
  public func withUnretained<Object: AnyObject & Sendable, Out>(
    _ obj: Object, resultSelector: @escaping @Sendable (Object, Element) -> Out
  ) -> Infallible<Out> {
    Infallible<Out>(asObservable().withUnretained(obj, resultSelector: resultSelector))
  }

  /// Emits the weakly held `obj` together with each element.
  ///
  /// Once `obj` has been deallocated, the next element completes the sequence instead.
  @preconcurrency
  public func withUnretained<Object: AnyObject & Sendable>(_ obj: Object) -> Infallible<(Object, Element)> {
    withUnretained(obj) { ($0, $1) }
  }
}
