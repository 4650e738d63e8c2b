internal import CRuntime
import DeliveryCore

extension MainQueue {
  /// Runs the main queue until one of the signals arrives, and returns its number. During the call, the signals do not
  /// have their default effect. Another of them that arrives before the return goes to its former handler, if it had one.
  ///
  /// It cannot return while an observer hangs on the main queue. Leave `SIGQUIT` (Ctrl-\\) out of the list: it still ends
  /// such a program.
  @available(*, noasync, message: "An async main runs the main queue itself: await something instead.")
  @discardableResult
  public static func run(untilSignal signal: Int32, _ others: Int32...) -> Int32 {
    run(until: { false }, orSignals: [signal] + others) ?? 0
  }

  /// Runs the main queue until `stop` is requested or one of `signals` arrives. Use it in a program that ends by itself
  /// or with Ctrl-C. During the call, the signals do not have their default effect.
  ///
  ///     let signal = MainQueue.run(until: stop, orSignal: SIGINT, SIGTERM)
  ///     if signal != nil { print("interrupted") }
  ///
  /// Work pending at that moment still runs.
  ///
  /// - Returns: the number of the signal that arrived, or `nil` if none did.
  @available(*, noasync, message: "An async main runs the main queue itself: await something instead.")
  @discardableResult
  public static func run(until stop: Stop, orSignal signals: Int32...) -> Int32? {
    run(until: { stop.isStopped.value }, orSignals: signals)
  }

  private static func run(until condition: () -> Bool, orSignals signals: [Int32]) -> Int32? {
    c_runtime_prepare_signals(MainQueueLoop.wakeDescriptor)
    var mask = sigset_t()
    sigemptyset(&mask)
    // If a signal is listed twice, its former action is known only the first time.
    let formerActions = Set(signals).map { number in
      var former = sigaction()
      require(
        sigaction(number, nil, &former) == 0 && sigaction(number, &former, nil) == 0,
        "MainQueue.run was given \(number), which is not the number of a signal that a program can handle.")
      sigaddset(&mask, number)
      return (number: number, action: former, isDefault: signal(number, c_runtime_note_signal) == nil)
    }
    // At least this thread must let the signals through.
    var formerMask = sigset_t()
    pthread_sigmask(SIG_UNBLOCK, &mask, &formerMask)
    run(until: { c_runtime_first_signal() != 0 || condition() })
    for var former in formerActions { sigaction(former.number, &former.action, nil) }
    let first = c_runtime_first_signal()
    // Any other signal that arrived belongs to its former handler. The default effect would end the program here.
    for (number, _, isDefault) in formerActions where number != first && !isDefault && c_runtime_has_signal(number) {
      kill(getpid(), number)
    }
    pthread_sigmask(SIG_SETMASK, &formerMask, nil)
    return first == 0 ? nil : first
  }
}
