internal import DeliveryCore
import Dispatch

/// A scheduler that runs work on the main queue, inline if the caller is already there and nothing else passed to
/// `schedule` is pending or running. Delayed and periodic work does not count.
///
/// Intended for `observe(on:)`; for `subscribe(on:)`, ``ConcurrentMainScheduler`` runs inline more often. In a
/// command-line program the main queue must be run explicitly: with an `async` main, or with `MainQueue.run(until:)`
/// from BindableKit.
public final class MainScheduler: SerialDispatchQueueScheduler, @unchecked Sendable {
  /// The shared instance.
  public static let instance = MainScheduler()

  /// A scheduler that runs work on the main queue, never inline.
  public static let asyncInstance = SerialDispatchQueueScheduler(serialQueue: .main)

  private static let onMainQueue: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  private let pump = QueuePump<MainScheduler, Never>(target: .main) { _, _ in }

  /// Creates a scheduler for the main queue.
  public init() {
    super.init(serialQueue: .main)
    runsInline = true
  }

  /// Stops the program with a message unless the caller runs on the main queue, or on a queue that targets it.
  public class func ensureExecutingOnScheduler(errorMessage: String? = nil) {
    // The mailbox would not tell: if something is delivered on a queue that targets the main queue, it has its own.
    guard DispatchQueue.getSpecific(key: onMainQueue) == true else {
      fatalError(
        errorMessage ?? "This must run on the main queue but runs elsewhere. Use DispatchQueue.main.async, or "
          + "observe(on: MainScheduler.instance).")
    }
  }

  /// Stops the program with a message unless the caller runs on the main queue, or on a queue that targets it.
  public class func ensureRunningOnMainThread(errorMessage: String? = nil) {
    ensureExecutingOnScheduler(errorMessage: errorMessage)
  }

  /// Runs `action` on the main queue: inline if the caller is already there and nothing else is pending or running.
  @preconcurrency
  public override func schedule<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    let work = ScheduledWork { action(state) }
    pump.send(for: self) { _ in work.run() }
    return work
  }
}
