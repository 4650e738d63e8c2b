extension ObservableType {
  /// Combines each element with the weakly held `object`, using `resultSelector`.
  ///
  /// ```swift
  /// final class View: Sendable {
  ///   func doubled(_ x: Int) -> Int { 2 * x }
  /// }
  /// let view = View()
  /// scheduler.scheduleAt(5) { _ = view }  // Holds the view until tick 5.
  /// let titles = a.withUnretained(view) { view, x in view.doubled(x) }
  /// ```
  /// ```
  /// a               -1--2--3--4-|
  /// withUnretained  -2--4--|
  /// ```
  ///
  ///     count.withUnretained(self) { view, count in view.title(for: count) }
  ///
  /// Once `object` has been deallocated, the next element completes the sequence instead. `resultSelector` is called on
  /// the source's thread.
  ///
  /// Semantics: RxSwift, withUnretained.
  @preconcurrency
  public func withUnretained<Object: AnyObject & Sendable, Out>(
    _ object: Object, resultSelector: @escaping @Sendable (Object, Element) -> Out
  ) -> Observable<Out> {
    Operator(asObservable()) { [weak object] in
      WithUnretainedSink(object: object, resultSelector: resultSelector, observer: $0)
    }
  }

  /// Emits the weakly held `object` together with each element.
  ///
  ///     count.withUnretained(self).subscribe(onNext: { view, count in view.show(count) })
  ///
  /// Once `object` has been deallocated, the next element completes the sequence instead.
  ///
  /// Semantics: RxSwift, withUnretained.
  @preconcurrency
  public func withUnretained<Object: AnyObject & Sendable>(_ object: Object) -> Observable<(Object, Element)> {
    withUnretained(object) { ($0, $1) }
  }
}

private final class WithUnretainedSink<Object: AnyObject, Element, Output>: Sink<Element, Output>, @unchecked Sendable {
  private weak var object: Object?
  private let resultSelector: @Sendable (Object, Element) -> Output

  init(
    object: Object?, resultSelector: @escaping @Sendable (Object, Element) -> Output, observer: ObserverBase<Output>
  ) {
    self.object = object
    self.resultSelector = resultSelector
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) {
    guard let object else { return forwardCompleted() }
    forwardNext(resultSelector(object, element))
  }
}
