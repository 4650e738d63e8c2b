extension ObservableType {
  /// Emits `elements` inside `subscribe`, followed by the source's elements.
  ///
  /// ```swift
  /// a.startWith(8, 9)
  /// ```
  /// ```
  /// a          -   -1--2-|
  /// startWith  (89)-1--2-|
  /// ```
  ///
  /// Semantics: ReactiveX, StartWith.
  public func startWith(_ elements: Element...) -> Observable<Element> {
    let source = asObservable()
    return CustomOperator {
      IdentitySink(observer: $0)
    } connect: { sink in
      for element in elements { sink.forwardNext(element) }
      source.subscribe(stage: sink)
    }
  }
}
