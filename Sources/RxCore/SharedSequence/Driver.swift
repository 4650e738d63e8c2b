/// A sequence for a user interface: it never fails, emits on the main queue, shares one subscription among its
/// subscribers, and replays the last element to new ones.
///
///     let title: Driver<String> = query.flatMapLatest { load($0) }.asDriver(onErrorJustReturn: "")
///     title.drive(with: self, onNext: { view, title in view.show(title) }).disposed(by: bag)
///
/// The subscription starts with the first subscriber and ends with the last. A subscriber that arrives after that, or
/// after completion, starts a new subscription.
///
/// Semantics: RxCocoa, Driver.
public typealias Driver<Element> = SharedSequence<DriverSharingStrategy, Element>

/// The strategy of a ``Driver``: `share(replay: 1, scope: .whileConnected)`.
public struct DriverSharingStrategy: SharingStrategyProtocol {
  /// The scheduler created by ``SharingScheduler``.
  public static var scheduler: any SchedulerType { SharingScheduler.make() }

  public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
    source.share(replay: 1, scope: .whileConnected)
  }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
  /// Returns the sequence as a ``Driver``.
  public func asDriver() -> Driver<Element> { asSharedSequence() }
}
