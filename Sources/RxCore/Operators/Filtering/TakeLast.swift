internal import DeliveryCore

extension ObservableType {
  /// Emits the last `count` elements, or all if there are fewer, when the source completes.
  ///
  /// ```swift
  /// a.takeLast(2)
  /// ```
  /// ```
  /// a         -1--2--3-|
  /// takeLast  ---------(23|)
  /// ```
  ///
  /// If the source fails, only the error is emitted. At most `count` elements are buffered. A negative count stops the
  /// program.
  ///
  /// Semantics: ReactiveX, TakeLast.
  public func takeLast(_ count: Int) -> Observable<Element> {
    require(count >= 0, "takeLast(_:) was given a negative count: \(count).")
    return Operator(asObservable()) { TakeLastSink(count: count, observer: $0) }
  }
}

private final class TakeLastSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let count: Int
  private let last = Queue<Element>()

  init(count: Int, observer: ObserverBase<Element>) {
    self.count = count
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) {
    last.append(element)
    // The removed element's deinit may make the source emit again. That is safe, because the queue is already
    // consistent.
    if last.count > count { _ = last.removeFirst() }
  }

  override func onCompleted() {
    while !isDisposed, let element = last.popFirst() { forwardNext(element) }
    forwardCompleted()
  }
}
