extension ObservableType {
  /// Creates a sequence that emits the elements of `array`, scheduling each one on `scheduler`, and completes.
  ///
  /// ```swift
  /// Observable.from([1, 2, 3])
  /// ```
  /// ```
  /// from   (123|)
  /// ```
  ///
  /// By default, all elements are emitted on the subscribing thread before the outermost `subscribe` call returns.
  ///
  /// Semantics: ReactiveX, From.
  @inlinable
  public static func from(
    _ array: [Element], scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    Generated(on: scheduler) { index, sink in
      guard index < array.count else { return false }
      sink.observer.onNext(array[index])
      return true
    }
  }

  /// Creates a sequence that emits the elements of `sequence`, scheduling each one on `scheduler`, and completes.
  ///
  /// ```swift
  /// Observable.from(stride(from: 1, to: 9, by: 3))
  /// ```
  /// ```
  /// from   (147|)
  /// ```
  ///
  /// Each subscription creates an iterator and requests elements only as it emits them, so `sequence` may be infinite.
  /// By default, all elements are emitted on the subscribing thread before the outermost `subscribe` call returns.
  ///
  /// Semantics: ReactiveX, From.
  public static func from<Sequence: Swift.Sequence>(
    _ sequence: Sequence, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> where Sequence.Element == Element {
    generated(on: scheduler) {
      var iterator = sequence.makeIterator()
      return { _, sink in
        guard let element = iterator.next() else { return false }
        sink.forwardNext(element)
        return true
      }
    }
  }

  /// Creates a sequence that emits the wrapped element, if any, and completes inside `subscribe`.
  ///
  /// ```swift
  /// Observable.from(optional: Int("seven"))
  /// ```
  /// ```
  /// from(optional:)  |
  /// ```
  ///
  /// Semantics: ReactiveX, From.
  public static func from(optional: Element?) -> Observable<Element> {
    if let optional { .just(optional) } else { .empty() }
  }

  /// Creates a sequence that emits the wrapped element, if any, and the completion, scheduling each on `scheduler`.
  ///
  /// Semantics: ReactiveX, From.
  public static func from(optional: Element?, scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    from(optional.map { [$0] } ?? [], scheduler: scheduler)
  }
}
