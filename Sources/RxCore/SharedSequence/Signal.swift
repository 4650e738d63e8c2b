/// The events of a user interface: it never fails, emits on the main queue, and does not replay. Its subscribers share one
/// subscription.
///
///     let messages: Signal<String> = errors.map { "\($0)" }.asSignal(onErrorJustReturn: "")
///     messages.emit(onNext: { alert($0) }).disposed(by: bag)
///
/// The subscription begins with the first subscriber and ends with the last.
///
/// Semantics: RxCocoa, Signal.
public typealias Signal<Element> = SharedSequence<SignalSharingStrategy, Element>

/// The strategy of a ``Signal``: `share(replay: 0, scope: .whileConnected)`.
public struct SignalSharingStrategy: SharingStrategyProtocol {
  /// The scheduler that ``SharingScheduler`` makes.
  public static var scheduler: any SchedulerType { SharingScheduler.make() }

  public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
    source.share(replay: 0, scope: .whileConnected)
  }
}

extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
  /// The sequence as a ``Signal``.
  public func asSignal() -> Signal<Element> { asSharedSequence() }
}

extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
  /// Emits, with each element, a result that `resultSelector` makes of `object`, which is held weakly, and the element. It completes
  /// with the first element after the object was deallocated.
  ///
  /// Semantics: RxCocoa, withUnretained.
  @preconcurrency
  public func withUnretained<Object: AnyObject & Sendable, Out>(
    _ object: Object, resultSelector: @escaping @Sendable (Object, Element) -> Out
  ) -> SharedSequence<SharingStrategy, Out> {
    SharedSequence(asObservable().withUnretained(object, resultSelector: resultSelector))
  }

  /// Emits `object`, which is held weakly, with each element. It completes with the first element after the object was deallocated.
  ///
  /// Semantics: RxCocoa, withUnretained.
  @preconcurrency
  public func withUnretained<Object: AnyObject & Sendable>(
    _ object: Object
  ) -> SharedSequence<SharingStrategy, (Object, Element)> {
    withUnretained(object) { ($0, $1) }
  }
}
