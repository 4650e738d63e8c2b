/// Emits what it receives to its current subscribers.
///
/// It may be called from any thread and from inside observers. Events are delivered one after the other, in the same order to
/// all subscribers. After a terminal event, later subscribers receive only that event.
///
/// Semantics: ReactiveX, PublishSubject.
public final class PublishSubject<Element>: SubjectBase<Element>, SubjectType {
  public typealias Observer = PublishSubject<Element>

  /// Makes a subject without subscribers.
  public init() {
    super.init(replay: nil)
  }

  /// The subject as an observer only.
  public func asObserver() -> PublishSubject<Element> { self }
}

// See `Observable`: the lock guards the state; whether elements may cross threads is up to them.
extension PublishSubject: @unchecked Sendable where Element: Sendable {}
