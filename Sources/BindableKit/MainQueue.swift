import DeliveryCore
import Dispatch

/// The main queue: a target for observers, and a queue that programs without a run loop must run themselves.
///
///     let stop = MainQueue.Stop()
///     viewModel.isFinished.observe(with: view) { view, isFinished in
///       if isFinished { stop.stop() }
///     }
///     MainQueue.run(until: stop)
///
/// On Linux nothing runs the main queue of a plain program, and `dispatchMain()` never returns. A program whose `main`
/// is `async` does not need these functions: the concurrency runtime runs the main queue, but only while `main` is
/// suspended. An `await` whose result is ready need not suspend, so await the observer's effect, not the code that sets
/// the value.
///
/// The functions that run the queue must be called on the main thread, and not by work on the main queue; otherwise
/// they stop the program with a message.
public enum MainQueue: Sendable {
  /// The main queue, for `queue: .main`.
  case main

  /// Ends a call to `run(until:)` or `run(until:orSignal:)` from any thread.
  public final class Stop: Sendable {
    let isStopped = Bindable(false)

    /// Creates a stop that has not been requested.
    public init() {}

    /// Makes `run` return once the work pending on the main queue has run, even if `run` is called later.
    public func stop() {
      isStopped.value = true
      DispatchQueue.main.async {}  // Wakes the main queue.
    }
  }

  /// Runs the work pending on the main queue, and returns. Work added in the meantime waits for the next call, as does
  /// the rest of a delivery that exceeds 256 values or a few milliseconds.
  @available(*, noasync, message: "An async main runs the main queue itself: await something instead.")
  public static func runPending() {
    MainQueueLoop.runPending("MainQueue.runPending()")
  }

  /// Runs the main queue until `stop` is requested. Work pending at that moment still runs.
  @available(*, noasync, message: "An async main runs the main queue itself: await something instead.")
  public static func run(until stop: Stop) {
    run(until: { stop.isStopped.value })
  }

  /// Runs the main queue until `condition` is true, and then the work pending at that moment. Each delivery runs in
  /// turns of at most 256 values or a few milliseconds, and gets at most 1,000 further turns: enough for about 250,000
  /// values, or for fewer if the observers are slow.
  ///
  /// The condition is checked each time the main queue's pending work has run. Code on other threads that makes the
  /// condition true must wake the main queue, for example with `DispatchQueue.main.async {}`.
  ///
  /// A Bindable has its new value before its observers are notified. A condition that reads a value set on another
  /// thread may therefore be true shortly before the notification is scheduled. If the last notification matters, check
  /// the observer's effect instead, or use a ``Stop``.
  @available(*, noasync, message: "An async main runs the main queue itself: await something instead.")
  public static func run(until condition: () -> Bool) {
    MainQueueLoop.run("MainQueue.run(until:)", until: condition)
  }
}
