/// A subject that emits each event it receives to its current subscribers.
///
/// ```swift
/// let subject = PublishSubject<Int>()
/// a.subscribe(subject).disposed(by: bag)
/// ```
/// ```
/// a      -1---2---3-|
/// at 0   -1---2---3-|
/// at 7   ---------3-|
/// at 13  -------------|
/// ```
///
/// Events may be emitted from any thread and from inside observers. They are delivered one at a time, in the same order
/// to all subscribers. After a terminal event, new subscribers receive only that event.
///
/// Semantics: ReactiveX, PublishSubject.
public final class PublishSubject<Element>: SubjectBase<Element>, SubjectType {
  public typealias Observer = PublishSubject<Element>

  /// Creates a subject without subscribers.
  public init() {
    super.init(replay: .never)
  }

  /// Returns the subject as an observer.
  public func asObserver() -> PublishSubject<Element> { self }
}

// As with `Observable`: the lock guards the state, and elements cross threads only if they are `Sendable`.
extension PublishSubject: @unchecked Sendable where Element: Sendable {}
