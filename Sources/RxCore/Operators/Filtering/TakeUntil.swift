extension ObservableType {
  /// Emits the elements until `other` emits its first one, and then completes, which disposes both.
  ///
  ///     keys.take(until: quit)
  ///
  /// `other` is subscribed first. An error of `other` ends the sequence; its completion changes nothing. The end of the
  /// source is forwarded at any time. The completion comes on the thread of `other`, or after the element that another
  /// thread is delivering.
  ///
  /// Semantics: ReactiveX, TakeUntil.
  public func take<Source: ObservableType>(until other: Source) -> Observable<Element> {
    let other = other.asObservable()
    return Operator(asObservable()) {
      let sink = TakeUntilSink<Element>(observer: $0)
      sink.subscribe(toTrigger: other)
      return sink
    }
  }

  /// Emits elements until `predicate` returns `true` for one, and completes at that element, which disposes the source at
  /// once.
  ///
  ///     Observable.of(1, 2, 3, 1).take(until: { $0 == 3 })  // 1 2
  ///
  /// An error that `predicate` throws ends the sequence.
  ///
  /// Semantics: ReactiveX, TakeWhile, with the opposite condition.
  ///
  /// - Parameters:
  ///   - predicate: returns `true` for the element at which the sequence completes.
  ///   - behavior: whether the element at which the sequence completes is emitted.
  @preconcurrency
  public func take(
    until predicate: @escaping @Sendable (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    take(while: { try !predicate($0) }, behavior: behavior)
  }
}

private final class TakeUntilSink<Element>: TriggeredSink<Element>, @unchecked Sendable {
  override func onNext(_ element: Element) {
    serialize(element) { $0.forwardNext($1) }
  }

  override func triggerEmitted() {
    serialize { $0.forwardCompleted() }
  }
}
