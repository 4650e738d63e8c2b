/// A sequence of user interface events: it never fails, emits on the main queue, shares one subscription among its
/// subscribers, and does not replay.
///
///     let messages: Signal<String> = errors.map { "\($0)" }.asSignal(onErrorJustReturn: "")
///     messages.emit(onNext: { alert($0) }).disposed(by: bag)
///
/// The subscription starts with the first subscriber and ends with the last.
///
/// Semantics: RxCocoa, Signal.
public typealias Signal<Element> = SharedSequence<SignalSharingStrategy, Element>

/// The strategy of a ``Signal``: `share(replay: 0, scope: .whileConnected)`.
public struct SignalSharingStrategy: SharingStrategyProtocol {
  /// The scheduler created by ``SharingScheduler``.
  public static var scheduler: any SchedulerType { SharingScheduler.make() }

  public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
    source.share(replay: 0, scope: .whileConnected)
  }
}

extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
  /// Returns the sequence as a ``Signal``.
  public func asSignal() -> Signal<Element> { asSharedSequence() }

  /// Combines each element with the weakly held `object`, using `resultSelector`.
  ///
  /// Once `object` has been deallocated, the next element completes the sequence instead.
  ///
  /// Semantics: RxCocoa, withUnretained.
  @preconcurrency
  public func withUnretained<Object: AnyObject & Sendable, Out>(
    _ object: Object, resultSelector: @escaping @Sendable (Object, Element) -> Out
  ) -> SharedSequence<SharingStrategy, Out> {
    SharedSequence(asObservable().withUnretained(object, resultSelector: resultSelector))
  }

  /// Emits the weakly held `object` together with each element.
  ///
  /// Once `object` has been deallocated, the next element completes the sequence instead.
  ///
  /// Semantics: RxCocoa, withUnretained.
  @preconcurrency
  public func withUnretained<Object: AnyObject & Sendable>(
    _ object: Object
  ) -> SharedSequence<SharingStrategy, (Object, Element)> {
    withUnretained(object) { ($0, $1) }
  }
}
