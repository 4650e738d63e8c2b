import RxCocoa
import RxSwift

public enum Trend {
  case rising, steady, falling
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
  /// Ends the driver at the first element that does not satisfy the condition.
  public func until(_ isLast: @escaping (Element) -> Bool) -> Driver<Element> {
    asObservable().take(until: isLast, behavior: .inclusive).asDriver(onErrorDriveWith: .empty())
  }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy, Element: Comparable {
  /// Whether each element is greater or less than the one before it.
  public func trend() -> Driver<Trend> {
    asObservable().pairwise()
      .map { previous, current in
        if previous == current { return .steady }
        return previous < current ? .rising : .falling
      }
      .asDriver(onErrorJustReturn: .steady)
      .distinctUntilChanged()
  }
}

extension SharedSequence where SharingStrategy == SignalSharingStrategy {
  func mapTo<Value>(_ value: Value) -> Signal<Value> { map { _ in value } }
}
