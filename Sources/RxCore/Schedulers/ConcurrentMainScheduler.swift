internal import DeliveryCore
import Dispatch

/// A scheduler that runs work on the main queue, inline if the caller is already there, even while other work is
/// pending.
///
/// Intended for `subscribe(on:)`. In `observe(on:)` it is the same as ``MainScheduler``.
public final class ConcurrentMainScheduler: DispatchQueueScheduler, @unchecked Sendable {
  /// The shared instance.
  public static let instance = ConcurrentMainScheduler()

  private init() {
    super.init(queue: .main, leeway: .nanoseconds(0), isConcurrent: false)
    runsInline = true
  }

  /// Runs `action` on the main queue: inline if the caller is already there.
  @preconcurrency
  public override func schedule<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    target.isCurrent ? action(state) : super.schedule(state, action: action)
  }
}
