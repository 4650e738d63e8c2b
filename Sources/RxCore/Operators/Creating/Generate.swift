extension ObservableType {
  /// Generates a sequence from `initialState` by applying `iterate` as long as `condition` holds, and then completes.
  ///
  /// ```swift
  /// Observable.generate(initialState: 1, condition: { $0 < 9 }, iterate: { $0 * 2 })
  /// ```
  /// ```
  /// generate  (1248|)
  /// ```
  ///
  /// Each element is scheduled on `scheduler`, where the closures are also called. By default, all elements are emitted
  /// on the subscribing thread before the outermost `subscribe` call returns. If a closure throws, the sequence fails.
  /// Neither closure is called after disposal.
  ///
  /// Semantics: ReactiveX, Create (generate).
  @preconcurrency
  public static func generate(
    initialState: Element, condition: @escaping @Sendable (Element) throws -> Bool,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance,
    iterate: @escaping @Sendable (Element) throws -> Element
  ) -> Observable<Element> {
    generated(on: scheduler) {
      var state = initialState
      return { index, sink in
        if index > 0 { state = try iterate(state) }
        guard !sink.isDisposed, try condition(state) else { return false }
        sink.forwardNext(state)
        return true
      }
    }
  }
}
