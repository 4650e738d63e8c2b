internal import DeliveryCore

extension ObservableType where Element: RxAbstractInteger {
  /// Emits `count` consecutive integers from `start`, scheduling each one on `scheduler`, and completes.
  ///
  /// ```swift
  /// Observable.range(start: 4, count: 3)
  /// ```
  /// ```
  /// range  (456|)
  /// ```
  ///
  /// By default, all elements are emitted on the subscribing thread before the outermost `subscribe` call returns. A
  /// negative `count`, or a range that overflows the type, stops the program.
  ///
  /// Semantics: ReactiveX, Range.
  public static func range(
    start: Element, count: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    require(count >= 0, "range(start:count:) was given a negative count: \(count).")
    require(
      count == 0 || !start.addingReportingOverflow(count - 1).overflow,
      "range(start:count:) overflows \(Element.self): start \(start), count \(count).")
    return CustomOperator { RangeSink(start: start, count: count, observer: $0).run(on: scheduler) }
  }
}

private final class RangeSink<Element: RxAbstractInteger>: GeneratingSink<Element>, @unchecked Sendable {
  private var next: Element
  // Decrementing a machine word is several times faster than decrementing an integer of unspecialised type. Clamping is
  // harmless: no subscription emits `UInt.max` elements.
  private var remaining: UInt
  private let step: Element = 1

  init(start: Element, count: Element, observer: ObserverBase<Element>) {
    next = start
    remaining = UInt(clamping: count)
    super.init(observer: observer)
  }

  override func emitNext() -> Bool {
    guard remaining > 0 else { return false }
    remaining -= 1
    let element = next
    if remaining > 0 { next += step }
    forwardNext(element)
    return true
  }
}
