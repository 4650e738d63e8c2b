/// A relay that emits each element it accepts to its current subscribers. It never terminates.
///
/// ```swift
/// let relay = PublishRelay<Int>()
/// a.bind(to: relay).disposed(by: bag)
/// ```
/// ```
/// a      -1---2---3-|
/// at 0   -1---2---3--
/// at 7   ---------3--
/// at 13  ------------
/// ```
///
///     let taps = PublishRelay<Void>()
///     taps.subscribe(onNext: { print("tap") }).disposed(by: bag)
///     taps.accept(())
///
/// All members may be used from any thread and from inside observers. Elements are delivered one at a time, in the same
/// order to all subscribers.
///
/// Semantics: RxRelay, PublishRelay.
public final class PublishRelay<Element>: RelayType {
  package let subject = PublishSubject<Element>()

  /// Creates a relay without subscribers.
  public init() {}

  public func accept(_ event: Element) { subject.onNext(event) }

  public func subscribe<Observer: ObserverType>(
    _ observer: Observer
  ) -> any Disposable where Observer.Element == Element {
    subject.subscribe(observer)
  }

  public func asObservable() -> Observable<Element> { subject }
}

extension PublishRelay: Sendable where Element: Sendable {}
