/// Emits its last element, and only that, when it completes: to its current subscribers, and to each later one.
///
/// A subject that completes without an element emits the completion only; one that fails emits the error only. All members may
/// be used from any thread.
///
/// Semantics: ReactiveX, AsyncSubject.
public final class AsyncSubject<Element>: SubjectBase<Element>, SubjectType {
  public typealias Observer = AsyncSubject<Element>

  /// Makes a subject without an element.
  public init() {
    super.init(replay: ReplayBuffer(limit: 1, policy: .atCompletion))
  }

  /// The subject as an observer only.
  public func asObserver() -> AsyncSubject<Element> { self }
}

// See `Observable`: the lock guards the state; whether elements may cross threads is up to them.
extension AsyncSubject: @unchecked Sendable where Element: Sendable {}
