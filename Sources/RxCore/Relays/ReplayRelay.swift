/// A relay that replays its most recent elements to each new subscriber. It never terminates.
///
/// ```swift
/// let relay = ReplayRelay<Int>.create(bufferSize: 2)
/// a.bind(to: relay).disposed(by: bag)
/// ```
/// ```
/// a      -1---2--   -3-|
/// at 0   -1---2--   -3----
/// at 7   -------(12)-3----
/// at 13  --------   -----(23)
/// ```
///
/// All members may be used from any thread and from inside observers. Elements are delivered one at a time, in the same
/// order to all subscribers.
///
/// Semantics: RxRelay, ReplayRelay.
public final class ReplayRelay<Element>: RelayType {
  package let subject: ReplaySubject<Element>

  private init(subject: ReplaySubject<Element>) {
    self.subject = subject
  }

  /// Creates a relay that replays at most `bufferSize` elements.
  public static func create(bufferSize: Int) -> ReplayRelay<Element> {
    ReplayRelay(subject: .create(bufferSize: bufferSize))
  }

  /// Creates a relay that replays all elements.
  public static func createUnbound() -> ReplayRelay<Element> {
    ReplayRelay(subject: .createUnbounded())
  }

  public func accept(_ event: Element) { subject.onNext(event) }

  public func subscribe<Observer: ObserverType>(
    _ observer: Observer
  ) -> any Disposable where Observer.Element == Element {
    subject.subscribe(observer)
  }

  public func asObservable() -> Observable<Element> { subject }
}

extension ReplayRelay: Sendable where Element: Sendable {}
