/// A subject that replays its most recent elements to each new subscriber.
///
/// ```swift
/// let subject = ReplaySubject<Int>.create(bufferSize: 2)
/// a.subscribe(subject).disposed(by: bag)
/// ```
/// ```
/// a      -1---2--   -3-|
/// at 0   -1---2--   -3-|
/// at 7   -------(12)-3-|
/// at 13  --------   -----(23|)
/// ticks  0            10
/// ```
///
/// After a terminal event, new subscribers receive the replayed elements and that event. All members may be used from
/// any thread.
///
/// Semantics: ReactiveX, ReplaySubject.
public final class ReplaySubject<Element>: SubjectBase<Element>, SubjectType {
  public typealias Observer = ReplaySubject<Element>

  init(bufferSize: Int) {
    super.init(replay: bufferSize > 0 ? .always : .never, limit: max(1, bufferSize))
  }

  /// Creates a subject that replays at most `bufferSize` elements.
  public static func create(bufferSize: Int) -> ReplaySubject<Element> {
    ReplaySubject(bufferSize: bufferSize)
  }

  /// Creates a subject that replays all elements.
  public static func createUnbounded() -> ReplaySubject<Element> {
    ReplaySubject(bufferSize: .max)
  }

  /// Returns the subject as an observer.
  public func asObserver() -> ReplaySubject<Element> { self }
}

// As with `Observable`: the lock guards the state, and elements cross threads only if they are `Sendable`.
extension ReplaySubject: @unchecked Sendable where Element: Sendable {}
