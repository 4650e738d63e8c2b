internal import CRuntime
import DeliveryCore
import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs the main queue of a program that has no run loop, and returns, so that `main` can end properly.
///
///     let stop = MainQueue.Stop()
///     viewModel.isFinished.observe(with: view) { view, isFinished in
///       if isFinished { stop.stop() }
///     }
///     MainQueue.run(until: stop)
///
/// On Linux nothing runs the main queue of a plain program, and `dispatchMain()` never returns. A program whose `main`
/// is `async` does not need this: the concurrency runtime runs the main queue while `main` awaits.
public enum MainQueue {
  /// Ends a ``MainQueue/run(until:)-(Stop)`` from any thread.
  public final class Stop: Sendable {
    fileprivate let isStopped = Bindable(false)

    /// Makes a stop that has not been asked for.
    public init() {}

    /// Makes `run` return after the turn of the main queue that is running, or at once if it is called later.
    public func stop() {
      isStopped.value = true
      DispatchQueue.main.async {}  // Wakes the main queue.
    }
  }

  /// Runs the main queue until `stop` is asked for. Call it on the main thread, outside of the main queue's own work.
  @available(*, noasync, message: "An async main runs the main queue itself: await something instead.")
  public static func run(until stop: Stop) {
    run(until: { stop.isStopped.value })
  }

  /// Runs the main queue until one of `signals` arrives, and returns that signal's number. While it runs, the signals'
  /// usual effect is suspended.
  @available(*, noasync, message: "An async main runs the main queue itself: await something instead.")
  @discardableResult
  public static func run(untilSignal signals: Int32...) -> Int32 {
    let received = Bindable<Int32>(0)
    var formerMask = sigset_t()
    pthread_sigmask(SIG_SETMASK, nil, &formerMask)
    #if os(Linux)
      // A signal source listens a little after it was resumed, and until then a signal must wait. (The source blocks it
      // on the main thread too, and leaves it so.)
      var mask = sigset_t()
      sigemptyset(&mask)
      for number in signals { sigaddset(&mask, number) }
      pthread_sigmask(SIG_BLOCK, &mask, nil)
    #endif
    let sources = signals.map { number in
      // Not SIG_IGN, which drops what waits.
      let former = signal(number) { _ in }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { received.value = number }
      source.resume()
      return (number: number, former: former, source: source)
    }
    run(until: { received.value != 0 })
    for (number, former, source) in sources {
      source.cancel()
      signal(number, former)
    }
    pthread_sigmask(SIG_SETMASK, &formerMask, nil)
    return received.value
  }

  /// Runs the main queue until `condition` holds. It is looked at first of all and after each turn of the main queue,
  /// so whoever makes it true elsewhere wakes the main queue, for example with `DispatchQueue.main.async {}`.
  @available(*, noasync, message: "An async main runs the main queue itself: await something instead.")
  public static func run(until condition: () -> Bool) {
    #if os(Linux)
      guard c_runtime_is_main_thread() else {
        fatalError("MainQueue.run(until:) was called on another thread than the main one. Call it at the end of main.")
      }
      var waiting = pollfd(fd: _dispatch_get_main_queue_handle_4CF(), events: Int16(POLLIN), revents: 0)
      while !condition() {
        var wakes: UInt64 = 0  // The handle counts them until it is read, and wakes us for as long.
        if poll(&waiting, 1, -1) > 0 { _ = read(waiting.fd, &wakes, MemoryLayout.size(ofValue: wakes)) }
        _dispatch_main_queue_callback_4CF(nil)
      }
    #else
      while !condition() {
        _ = CFRunLoopRunInMode(CFRunLoopMode.defaultMode, 3600, true)
      }
    #endif
  }
}
