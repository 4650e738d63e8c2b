extension ObservableType {
  /// Emits `elements` inside `subscribe`, followed by the source's elements.
  ///
  ///     Observable.of(3, 4).startWith(1, 2)  // 1 2 3 4
  ///
  /// Semantics: ReactiveX, StartWith.
  public func startWith(_ elements: Element...) -> Observable<Element> {
    Operator(asObservable()) {
      let sink = IdentitySink<Element>(observer: $0)
      for element in elements { sink.forwardNext(element) }
      return sink
    }
  }
}
