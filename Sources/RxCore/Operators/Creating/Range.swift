internal import DeliveryCore

extension ObservableType where Element: RxAbstractInteger {
  /// Creates a sequence that emits `count` consecutive integers from `start`, scheduling each one on `scheduler`, and
  /// completes.
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
  @inlinable
  public static func range(
    start: Element, count: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    checkRange(from: start, count: count)
    let count = Int(clamping: count)
    return Generated(on: scheduler) { index, sink in
      guard index < count else { return false }
      sink.observer.onNext(start &+ Element(truncatingIfNeeded: index))
      return true
    }
  }
}

@usableFromInline
func checkRange<Element: RxAbstractInteger>(from start: Element, count: Element) {
  require(count >= 0, "range(start:count:) was given a negative count: \(count).")
  require(
    count == 0 || !start.addingReportingOverflow(count - 1).overflow,
    "range(start:count:) overflows \(Element.self): start \(start), count \(count).")
}

/// The integer types that `range`, `interval` and similar sources can emit.
public typealias RxAbstractInteger = FixedWidthInteger
