/// A subject with a current value, which each new subscriber receives first.
///
/// ```swift
/// let subject = BehaviorSubject(value: 0)
/// a.subscribe(subject).disposed(by: bag)
/// ```
/// ```
/// a      -1---2---3-|
/// at 0   01---2---3-|
/// at 7   -------2-3-|
/// at 13  -------------|
/// ```
///
/// A new subscriber receives the current value inside `subscribe`, then every later one, without gaps or duplicates,
/// even if other threads emit at the same time. After a terminal event, new subscribers receive only that event. All
/// members may be used from any thread.
///
/// Semantics: ReactiveX, BehaviorSubject.
public final class BehaviorSubject<Element>: SubjectBase<Element>, SubjectType {
  public typealias Observer = BehaviorSubject<Element>

  /// Creates a subject with `value` as the current value.
  public init(value: Element) {
    super.init(replay: .untilEnd)
    buffer(initial: value)
  }

  /// The current value. Throws the error that terminated the subject, or `RxError.disposed` after `dispose()`.
  public func value() throws -> Element { try latest() }

  /// Returns the subject as an observer.
  public func asObserver() -> BehaviorSubject<Element> { self }
}

// As with `Observable`: the lock guards the state, and elements cross threads only if they are `Sendable`.
extension BehaviorSubject: @unchecked Sendable where Element: Sendable {}
