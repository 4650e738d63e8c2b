extension ObservableType {
  /// Collects elements into arrays, and emits each array when it has `count` elements or `timeSpan` has passed.
  ///
  /// ```swift
  /// a.buffer(timeSpan: .milliseconds(7), count: 3, scheduler: scheduler)
  /// ```
  /// ```
  /// a       -1-2-3----4--------5-|
  /// buffer  -----a------b------c-(d|)
  /// ticks   0         10        20
  /// a = [1, 2, 3]
  /// b = [4]
  /// c = [5]
  /// d = []
  /// ```
  ///
  /// The timer starts with the subscription and restarts whenever an array is emitted, even one that filled up early.
  /// If no elements arrive in time, an empty array is emitted. Full arrays are emitted on the source's thread, others
  /// on `scheduler`; on the other one if it is delivering at that moment. When the source completes, the collected
  /// elements are emitted, even if there are none, followed by the completion; an error drops them. Disposal cancels
  /// the timer.
  ///
  /// - Parameters:
  ///   - timeSpan: the maximum time between two arrays: with zero or less, a millisecond; with `.never`, only the number of
  ///     elements counts.
  ///   - count: the maximum number of elements in an array. With 0 or less, only the time counts.
  ///   - scheduler: measures the time.
  ///
  /// Semantics: ReactiveX, Buffer (with time or count).
  @preconcurrency
  public func buffer(
    timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType
  ) -> Observable<[Element]> where Element: Sendable {
    window(timeSpan: timeSpan, count: count, scheduler: scheduler).flatMap { $0.toArray() }
  }
}
