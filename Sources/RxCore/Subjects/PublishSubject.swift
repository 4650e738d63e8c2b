/// Sends what it is told to those who are subscribed at that moment.
///
/// Events may be sent from any thread and from inside observers: they are delivered one after the other, in one order
/// for all. After a terminal event, later subscribers get that event alone.
///
/// Semantics: ReactiveX, PublishSubject.
public final class PublishSubject<Element>: Multicast<Element>, SubjectType {
  public typealias Observer = PublishSubject<Element>

  /// Makes a subject without observers.
  public init() {
    super.init(replay: nil)
  }

  /// The subject as an observer only.
  public func asObserver() -> PublishSubject<Element> { self }
}

// See `Observable`: the lock guards the state, the elements must vouch for themselves.
extension PublishSubject: @unchecked Sendable where Element: Sendable {}
