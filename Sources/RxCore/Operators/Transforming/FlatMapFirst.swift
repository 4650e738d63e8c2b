import Synchronization

extension ObservableType {
  /// Projects an element to a sequence, and drops further elements until that sequence has completed.
  ///
  /// Here each inner sequence is `b`, and emits the element for which it was created:
  ///
  /// ```swift
  /// a.flatMapFirst { x in b.map { _ in x } }
  /// ```
  /// ```
  /// a             -1------2---3--|
  /// b             --0--0|
  /// b (1)         -^-----!
  /// b (2)         --------^-----!
  /// flatMapFirst  ---1--1---2--2-|
  /// ```
  ///
  ///     submit.flatMapFirst { form in send(form) }
  ///
  /// If the source or an inner sequence fails, or `selector` throws, the sequence fails. It completes when the source
  /// and the current inner sequence have completed. `selector` is called on the source's thread, and not for dropped
  /// elements.
  ///
  /// Semantics: RxSwift, flatMapFirst.
  @preconcurrency
  public func flatMapFirst<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    Flattening(asObservable(), by: FlatMapFirstSink.self) { try selector($0).asObservable() }
  }
}

/// Merges inner sequences, one at a time.
private final class FlatMapFirstSink<Element, Output>: MergeSink<Element, Output>, @unchecked Sendable {
  /// Whether an inner sequence is being created or is running.
  private let isBusy = Atomic<Bool>(false)

  override func onNext(_ element: Element) {
    if !isBusy.exchange(true, ordering: .acquiring) { super.onNext(element) }
  }

  override func innerCompleted() {
    isBusy.store(false, ordering: .releasing)
    finish()
  }
}
