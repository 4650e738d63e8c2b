/// A relay with a current value, which each new subscriber receives first. It never terminates.
///
/// ```swift
/// let relay = BehaviorRelay(value: 0)
/// a.bind(to: relay).disposed(by: bag)
/// ```
/// ```
/// a      -1---2---3-|
/// at 0   01---2---3----
/// at 7   -------2-3----
/// at 13  -------------3
/// ```
///
///     let count = BehaviorRelay(value: 0)
///     count.subscribe(onNext: { print($0) }).disposed(by: bag)  // 0
///     count.accept(count.value + 1)  // 1
///
/// All members may be used from any thread and from inside observers. Elements are delivered one at a time, in the same
/// order to all subscribers. Reading the value and accepting a new one are separate steps, so another thread may accept
/// a value in between.
///
/// Semantics: RxRelay, BehaviorRelay.
public final class BehaviorRelay<Element>: RelayType {
  package let subject: BehaviorSubject<Element>

  /// Creates a relay with `value` as the current value.
  public init(value: Element) {
    subject = BehaviorSubject(value: value)
  }

  /// The most recently accepted value. It changes before the subscribers receive it.
  public var value: Element {
    guard let current = subject.current else {
      fatalError("A BehaviorRelay's asObservable() was cast to a subject and terminated. Use a BehaviorSubject.")
    }
    return current
  }

  /// Sets the value and emits it to the subscribers, on the calling thread or on the thread that is already delivering.
  public func accept(_ event: Element) { subject.onNext(event) }

  public func subscribe<Observer: ObserverType>(
    _ observer: Observer
  ) -> any Disposable where Observer.Element == Element {
    subject.subscribe(observer)
  }

  public func asObservable() -> Observable<Element> { subject }
}

extension BehaviorRelay: Sendable where Element: Sendable {}
