import DeliveryCore
import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The main queue: as a place to observe on, and as something that a program without a run loop has to run.
///
///     let stop = MainQueue.Stop()
///     viewModel.isFinished.observe(with: view) { view, isFinished in
///       if isFinished { stop.stop() }
///     }
///     MainQueue.run(until: stop)
///
/// On Linux nothing runs the main queue of a plain program, and `dispatchMain()` never returns. A program whose `main` is
/// `async` does not need this: the concurrency runtime runs the main queue while `main` awaits. It does so only while `main` is
/// suspended, and an `await` of what has already ended may not suspend: await what the observer did, not what set the value.
///
/// All functions that run the queue are called on the main thread, outside of the main queue's own work. Elsewhere they stop
/// the program with a message.
public enum MainQueue: Sendable {
  /// The main queue, for `queue: .main`.
  case main

  /// Ends a `run(until:)` or `run(until:orSignal:)` from any thread.
  public final class Stop: Sendable {
    fileprivate let isStopped = Bindable(false)

    /// Makes a stop that has not been requested.
    public init() {}

    /// Makes `run` return after the work that the main queue runs now, or at once if it is called later.
    public func stop() {
      isStopped.value = true
      DispatchQueue.main.async {}  // Wakes the main queue.
    }
  }

  /// Runs what waits on the main queue now, and returns. Work that this adds to the main queue waits for the next call; so does
  /// the rest of a delivery of more values than fit into one turn.
  @available(*, noasync, message: "An async main runs the main queue itself: await something instead.")
  public static func runPending() {
    MainQueueLoop.runPending("MainQueue.runPending()")
  }

  /// Runs the main queue until `stop` is requested. What waits for the main queue at that moment still runs.
  @available(*, noasync, message: "An async main runs the main queue itself: await something instead.")
  public static func run(until stop: Stop) {
    run(until: { stop.isStopped.value })
  }

  /// Runs the main queue until one of `signals` arrives, and returns that signal's number. Meanwhile the signals do not have
  /// their usual effect.
  @available(*, noasync, message: "An async main runs the main queue itself: await something instead.")
  @discardableResult
  public static func run(untilSignal signals: Int32...) -> Int32 {
    run(until: { false }, orSignals: signals) ?? 0
  }

  /// Runs the main queue until `stop` is requested or one of `signals` arrives: for a program that ends by itself as well as
  /// with Ctrl-C. Meanwhile the signals do not have their usual effect.
  ///
  ///     let signal = MainQueue.run(until: stop, orSignal: SIGINT, SIGTERM)
  ///     if signal != nil { print("interrupted") }
  ///
  /// What waits for the main queue at that moment still runs.
  ///
  /// - Returns: the number of the signal that arrived, or `nil` if none did.
  @available(*, noasync, message: "An async main runs the main queue itself: await something instead.")
  @discardableResult
  public static func run(until stop: Stop, orSignal signals: Int32...) -> Int32? {
    run(until: { stop.isStopped.value }, orSignals: signals)
  }

  private static func run(until condition: () -> Bool, orSignals signals: [Int32]) -> Int32? {
    let received = Bindable<Int32?>(nil)
    var formerMask = sigset_t()
    pthread_sigmask(SIG_SETMASK, nil, &formerMask)
    #if os(Linux)
      // A signal source begins to listen some time after it was resumed; until then the signal must wait. (The source blocks
      // it on the main thread too, and leaves it blocked.)
      var mask = sigset_t()
      sigemptyset(&mask)
      for number in signals { sigaddset(&mask, number) }
      pthread_sigmask(SIG_BLOCK, &mask, nil)
    #endif
    // Not the main queue: it does not run while this function waits for the sources' end.
    let queue = DispatchQueue(label: "MainQueue.signals")
    let listening = DispatchGroup()
    let sources = signals.map { number in
      // Not SIG_IGN, which drops a signal that waits.
      let former = signal(number) { _ in }
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        received.value = number
        DispatchQueue.main.async {}  // Wakes the main queue.
      }
      listening.enter()
      source.setCancelHandler { listening.leave() }
      source.resume()
      return (number: number, former: former, source: source)
    }
    run(until: { received.value != nil || condition() })
    for source in sources { source.source.cancel() }
    // A source that has not begun to listen would otherwise do so later, and take the signal away from the former handler.
    listening.wait()
    for source in sources { signal(source.number, source.former) }
    pthread_sigmask(SIG_SETMASK, &formerMask, nil)
    return received.value
  }

  /// Runs the main queue until `condition` is true. What waits for the main queue at that moment still runs, however many
  /// values that are.
  ///
  /// The condition is checked at first and after each piece of work of the main queue. Code elsewhere that makes it true
  /// wakes the main queue, for example with `DispatchQueue.main.async {}`.
  ///
  /// A Bindable has its new value before its observers are notified. So a condition that reads a value which another thread sets
  /// may be true a moment before that notification waits for the main queue. Read what the observer did, or use a ``Stop``, where
  /// the last notification matters.
  @available(*, noasync, message: "An async main runs the main queue itself: await something instead.")
  public static func run(until condition: () -> Bool) {
    MainQueueLoop.run("MainQueue.run(until:)", until: condition)
  }
}
