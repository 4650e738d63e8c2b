import Synchronization

extension ObservableType {
  /// Emits the elements of the sequences that `selector` makes of the elements, one sequence after the other: elements that
  /// arrive before the current one has completed are dropped.
  ///
  ///     submit.flatMapFirst { form in send(form) }
  ///
  /// An error of the source or of an inner sequence, or one that `selector` throws, ends the sequence. It completes when
  /// the source and the current inner sequence have completed. `selector` runs on the thread of the source, and is not
  /// called for a dropped element.
  ///
  /// Semantics: RxSwift, flatMapFirst.
  @preconcurrency
  public func flatMapFirst<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    Flattening(asObservable(), by: FlatMapFirstSink.self) { try selector($0).asObservable() }
  }
}

/// Merges inner sequences, of which one runs at a time.
private final class FlatMapFirstSink<Element, Output>: MergeSink<Element, Output>, @unchecked Sendable {
  /// Whether an inner sequence is being made, or runs.
  private let isBusy = Atomic<Bool>(false)

  override func onNext(_ element: Element) {
    if !isBusy.exchange(true, ordering: .acquiring) { super.onNext(element) }
  }

  override func innerCompleted() {
    isBusy.store(false, ordering: .releasing)
    finish()
  }
}
