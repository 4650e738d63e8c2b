import Synchronization

extension ObservableType {
  /// Emits the elements that arrive after `other` has emitted its first one, which disposes `other`.
  ///
  ///     keys.skip(until: ready)
  ///
  /// The source is subscribed first. An error of either ends the sequence. If `other` completes without an element, all
  /// elements of the source are skipped. If the source completes before `other` has emitted, both are disposed and nothing
  /// is emitted, no completion either.
  ///
  /// Semantics: ReactiveX, SkipUntil; RxSwift for the completion.
  public func skip<Source: ObservableType>(until other: Source) -> Observable<Element> {
    let source = asObservable()
    let other = other.asObservable()
    return CustomOperator { observer in
      let sink = SkipUntilSink<Element>(observer: observer)
      source.subscribe(stage: sink)
      sink.subscribe(toTrigger: other)
      return sink
    }
  }
}

/// The trigger emits nothing but an error: one atomic flag is all else that its thread and the source's share.
private final class SkipUntilSink<Element>: TriggeredSink<Element>, @unchecked Sendable {
  private let isOpen = Atomic<Bool>(false)

  override func triggerEmitted() {
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
