extension ObservableType {
  /// Creates a sequence that emits `elements`, scheduling each one on `scheduler`, and completes.
  ///
  /// ```swift
  /// Observable.of(1, 2, 3)
  /// ```
  /// ```
  /// of     (123|)
  /// ```
  ///
  /// By default, all elements are emitted on the subscribing thread before the outermost `subscribe` call returns.
  ///
  /// Semantics: ReactiveX, From.
  @inlinable
  public static func of(
    _ elements: Element..., scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    from(elements, scheduler: scheduler)
  }
}
