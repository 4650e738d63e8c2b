extension ObservableType {
  /// Creates a sequence that emits `element` repeatedly, scheduling each emission on `scheduler`, until disposed.
  ///
  /// ```swift
  /// Observable.repeatElement(7).take(3)
  /// ```
  /// ```
  /// repeatElement  (777|)
  /// ```
  ///
  /// By default, all elements are emitted on the subscribing thread, and the outermost `subscribe` call returns only
  /// after disposal, for example by `take`.
  ///
  /// Semantics: ReactiveX, Repeat.
  public static func repeatElement(
    _ element: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    generate(initialState: element, condition: { _ in true }, scheduler: scheduler, iterate: { $0 })
  }
}
