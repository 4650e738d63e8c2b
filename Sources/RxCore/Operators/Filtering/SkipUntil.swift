import Synchronization

extension ObservableType {
  /// Skips elements until `other` emits its first element, and then disposes `other`.
  ///
  /// ```swift
  /// a.skip(until: b)
  /// ```
  /// ```
  /// a             -1--2--3--4-|
  /// b             ------0----0-
  /// skip(until:)  -------3--4-|
  /// ```
  ///
  ///     keys.skip(until: ready)
  ///
  /// The source is subscribed to first. An error from either terminates the sequence. If `other` completes without an
  /// element, all elements are skipped. If the source completes before `other` has emitted, both are disposed and
  /// nothing is emitted, not even the completion.
  ///
  /// Semantics: ReactiveX, SkipUntil; RxSwift for the completion.
  public func skip<Source: ObservableType>(until other: Source) -> Observable<Element> {
    let source = asObservable()
    let other = other.asObservable()
    return CustomOperator {
      SkipUntilSink<Element, Source.Element>(observer: $0)
    } connect: { sink in
      source.subscribe(stage: sink)
      sink.subscribe(toTrigger: other)
    }
  }
}

/// The trigger's element sets an atomic flag and disposes the trigger. Events are serialised only because the trigger may
/// fail.
private final class SkipUntilSink<Element, Trigger>: TriggeredSink<Element, Element, Trigger>, @unchecked Sendable {
  private let isOpen = Atomic<Bool>(false)

  override func triggerEmitted(_ element: Trigger) {
    isOpen.store(true, ordering: .relaxed)
    trigger.dispose()
  }

  override func onNext(_ element: Element) {
    guard isOpen.load(ordering: .relaxed) else { return }
    serialize(element) { $0.forwardNext($1) }
  }

  override func onCompleted() {
    if isOpen.load(ordering: .relaxed) { super.onCompleted() } else { dispose() }
  }
}
