import Synchronization

/// Lets the first outcome of a `create` closure pass. Further ones are dropped, even if they come from another thread,
/// or from the observer that is receiving the first.
@usableFromInline
final class FirstOutcome: Sendable {
  private let hasPassed = Atomic<Bool>(false)

  @usableFromInline
  init() {}

  /// Returns `true` to the first caller.
  @usableFromInline
  func pass() -> Bool { !hasPassed.exchange(true, ordering: .relaxed) }
}
