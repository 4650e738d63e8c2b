/// Emits its last elements to each new subscriber, and each later element to all.
///
/// After a terminal event, later subscribers receive the last elements and that event. All members may be used from any
/// thread.
///
/// Semantics: ReactiveX, ReplaySubject.
public final class ReplaySubject<Element>: SubjectBase<Element>, SubjectType {
  public typealias Observer = ReplaySubject<Element>

  init(bufferSize: Int) {
    super.init(replay: bufferSize > 0 ? ReplayBuffer(limit: bufferSize, policy: .always) : nil)
  }

  /// Makes a subject that replays at most `bufferSize` elements.
  public static func create(bufferSize: Int) -> ReplaySubject<Element> {
    ReplaySubject(bufferSize: bufferSize)
  }

  /// Makes a subject that replays all elements.
  public static func createUnbounded() -> ReplaySubject<Element> {
    ReplaySubject(bufferSize: .max)
  }

  /// The subject as an observer only.
  public func asObserver() -> ReplaySubject<Element> { self }
}

// See `Observable`: the lock guards the state; whether elements may cross threads is up to them.
extension ReplaySubject: @unchecked Sendable where Element: Sendable {}
