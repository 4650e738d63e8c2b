/// Holds a value: emits it to each new subscriber, and each later one to all.
///
/// A new subscriber receives the current value inside `subscribe`, then every later one, with neither gap nor duplicate,
/// whatever other threads emit meanwhile. After a terminal event, later subscribers receive only that event. All members may
/// be used from any thread.
///
/// Semantics: ReactiveX, BehaviorSubject.
public final class BehaviorSubject<Element>: SubjectBase<Element>, SubjectType {
  public typealias Observer = BehaviorSubject<Element>

  /// Makes a subject that holds `value`.
  public init(value: Element) {
    let buffer = ReplayBuffer<Element>(limit: 1, policy: .untilEnd)
    var value = value
    buffer.keep(&value)
    super.init(replay: buffer)
  }

  /// The current value. Throws the error that ended the subject, or `RxError.disposed`.
  public func value() throws -> Element { try latest() }

  /// The subject as an observer only.
  public func asObserver() -> BehaviorSubject<Element> { self }
}

// See `Observable`: the lock guards the state; whether elements may cross threads is up to them.
extension BehaviorSubject: @unchecked Sendable where Element: Sendable {}
