extension ObservableType {
  /// Combines each element of the source with the latest element of `second`, using `resultSelector`.
  ///
  /// ```swift
  /// a.withLatestFrom(b) { $0 + $1 }
  /// ```
  /// ```
  /// a               -1-----2--3-----|
  /// b               ---0-5------6--|
  /// withLatestFrom  -------7--8-----|
  /// ```
  ///
  /// Elements that arrive before `second` has emitted are dropped. The sequence terminates with the source, and fails
  /// if `second` fails or `resultSelector` throws. If `second` completes, its latest element remains in use.
  /// `resultSelector` is called on the source's thread, or on `second`'s if both emit at the same time.
  ///
  /// Semantics: ReactiveX, WithLatestFrom.
  @preconcurrency
  public func withLatestFrom<Source: ObservableConvertibleType, Result>(
    _ second: Source, resultSelector: @escaping @Sendable (Element, Source.Element) throws -> Result
  ) -> Observable<Result> {
    let source = asObservable()
    let second = second.asObservable()
    return CustomOperator {
      WithLatestFromSink(resultSelector: resultSelector, observer: $0)
    } connect: { sink in
      sink.subscribe(toTrigger: second)
      source.subscribe(stage: sink)
    }
  }

  /// Emits the latest element of `second` for each element of the source.
  ///
  /// ```swift
  /// a.withLatestFrom(b)
  /// ```
  /// ```
  /// a               -1-----2--3-----|
  /// b               ---0-5------6--|
  /// withLatestFrom  -------5--5-----|
  /// ```
  ///
  /// Elements that arrive before `second` has emitted are dropped. The sequence terminates with the source, and fails
  /// if `second` fails. If `second` completes, its latest element remains in use.
  ///
  /// Semantics: ReactiveX, WithLatestFrom.
  public func withLatestFrom<Source: ObservableConvertibleType>(
    _ second: Source
  ) -> Observable<Source.Element> {
    withLatestFrom(second) { $1 }
  }
}

/// `serialize` guards the latest element, so no lock is needed.
private final class WithLatestFromSink<First, Second, Result>: TriggeredSink<First, Result, Second>,
  @unchecked Sendable
{
  private let resultSelector: @Sendable (First, Second) throws -> Result
  @exclusivity(unchecked) private var latest = Latest<Second>()

  init(
    resultSelector: @escaping @Sendable (First, Second) throws -> Result, observer: ObserverBase<Result>
  ) {
    self.resultSelector = resultSelector
    super.init(observer: observer)
  }

  override func onNext(_ element: First) {
    serialize(element) { $0.combine($1) }
  }

  override func triggerEmitted(_ element: Second) {
    serialize(element) { $0.update($1) }
  }

  private func update(_ element: Second) {
    if isDisposed { return }
    _ = latest.replace(with: element)
  }

  private func combine(_ element: First) {
    if latest.isEmpty || isDisposed { return }
    do {
      forwardNext(try resultSelector(element, latest.element))
    } catch {
      forwardError(error)
    }
  }

  override func addResources(to rest: inout [any Upstream]) {
    super.addResources(to: &rest)
    serialize { sink in
      var former = Latest<Second>()  // Released after the swap: its deinit may make a source emit.
      swap(&former, &sink.latest)
    }
  }
}
