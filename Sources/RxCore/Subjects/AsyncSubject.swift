/// A subject that emits only its last element, when it completes, to current and later subscribers.
///
/// ```swift
/// let subject = AsyncSubject<Int>()
/// a.subscribe(subject).disposed(by: bag)
/// ```
/// ```
/// a      -1---2---3-|
/// at 0   -----------(3|)
/// at 7   -----------(3|)
/// at 13  ------------   -(3|)
/// ```
///
/// A subject that completes without an element emits only the completion; one that fails emits only the error. All
/// members may be used from any thread.
///
/// Semantics: ReactiveX, AsyncSubject.
public final class AsyncSubject<Element>: SubjectBase<Element>, SubjectType {
  public typealias Observer = AsyncSubject<Element>

  /// Creates a subject without an element.
  public init() {
    super.init(replay: .atCompletion)
  }

  /// Returns the subject as an observer.
  public func asObserver() -> AsyncSubject<Element> { self }
}

// As with `Observable`: the lock guards the state, and elements cross threads only if they are `Sendable`.
extension AsyncSubject: @unchecked Sendable where Element: Sendable {}
