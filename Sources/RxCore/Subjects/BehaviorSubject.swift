/// Holds a value, sends it to each new subscriber, and then each later one to all.
///
/// A new subscriber gets the present value inside `subscribe`, then every later one, with neither gap nor duplicate,
/// whatever other threads send meanwhile. After a terminal event, later subscribers get that event alone.
///
/// Semantics: ReactiveX, BehaviorSubject.
public final class BehaviorSubject<Element>: Multicast<Element>, SubjectType {
  public typealias Observer = BehaviorSubject<Element>

  /// Makes a subject that holds `value`.
  public init(value: Element) {
    let buffer = ReplayBuffer<Element>(limit: 1, outlivesEnd: false)
    var value = value
    buffer.keep(&value)
    super.init(replay: buffer)
  }

  /// The present value. Throws the error that ended the subject, or `RxError.disposed`.
  public func value() throws -> Element { try latest() }

  /// The subject as an observer only.
  public func asObserver() -> BehaviorSubject<Element> { self }
}

// See `Observable`: the lock guards the state, the elements must vouch for themselves.
extension BehaviorSubject: @unchecked Sendable where Element: Sendable {}
