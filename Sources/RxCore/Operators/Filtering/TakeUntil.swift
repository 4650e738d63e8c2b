extension ObservableType {
  /// Emits elements until `other` emits its first element, then completes and disposes both.
  ///
  /// ```swift
  /// a.take(until: b)
  /// ```
  /// ```
  /// a             -1--2--3--4-|
  /// b             ------0----0-
  /// take(until:)  -1--2-|
  /// ```
  ///
  ///     keys.take(until: quit)
  ///
  /// `other` is subscribed to first. An error from `other` terminates the sequence; its completion has no effect. The
  /// source's terminal event is forwarded even if `other` has not emitted. The first element from `other` completes the
  /// sequence on `other`'s thread, or on the source's thread if the source is delivering an element.
  ///
  /// The end overtakes elements that wait for a queue in front of this operator, and drops them:
  /// `lines.take(until: quit).observe(on: scheduler)` delivers them first, `lines.observe(on: scheduler).take(until: quit)`
  /// does not. To end a merged chain, write this operator behind `merge`: before it, only that source ends.
  ///
  /// Semantics: ReactiveX, TakeUntil.
  public func take<Source: ObservableType>(until other: Source) -> Observable<Element> {
    let source = asObservable()
    let other = other.asObservable()
    return CustomOperator {
      TakeUntilSink<Element, Source.Element>(observer: $0)
    } connect: { sink in
      sink.subscribe(toTrigger: other)
      source.subscribe(stage: sink)
    }
  }

  /// Emits elements until `predicate` returns `true` for one, then completes and disposes the subscription to the
  /// source.
  ///
  /// ```swift
  /// a.take(until: { $0 == 3 }, behavior: .inclusive)
  /// ```
  /// ```
  /// a             -1--2--3   --4-|
  /// take(until:)  -1--2--(3|)
  /// ```
  ///
  /// If `predicate` throws, the sequence fails.
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

private final class TakeUntilSink<Element, Trigger>: TriggeredSink<Element, Element, Trigger>, @unchecked Sendable {
  override func onNext(_ element: Element) {
    serialize(element) { $0.forwardNext($1) }
  }

  override func triggerEmitted(_ element: Trigger) {
    serialize { $0.forwardCompleted() }
  }
}
