import Dispatch

extension MainQueue {
  /// Runs the main queue until one of the signals arrives, and returns its number. During the call, the signals do not
  /// have their default effect. Another of them that arrives before the return goes to its former handler, if it had
  /// one.
  ///
  /// It cannot return while an observer hangs on the main queue. Leave `SIGQUIT` (Ctrl-\\) out of the list: it still
  /// ends such a program. To handle signals for longer, use ``signals(_:_:file:line:)``.
  @available(*, noasync, message: "An async main runs the main queue itself: await MainQueue.signals(...) instead.")
  @discardableResult
  public static func run(
    untilSignal signal: Int32, _ others: Int32..., file: StaticString = #fileID, line: UInt = #line
  ) -> Int32 {
    run(until: { false }, or: [signal] + others, "MainQueue.run(untilSignal:)", file: file, line: line) ?? 0
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
  @available(*, noasync, message: "An async main runs the main queue itself: await MainQueue.signals(...) instead.")
  @discardableResult
  public static func run(
    until stop: Stop, orSignal signals: Int32..., file: StaticString = #fileID, line: UInt = #line
  ) -> Int32? {
    run(until: { stop.isStopped.value }, or: signals, "MainQueue.run(until:orSignal:)", file: file, line: line)
  }

  private static func run(
    until condition: () -> Bool, or signals: [Int32], _ caller: String, file: StaticString, line: UInt
  ) -> Int32? {
    let receiver = handler(of: signals, caller, file: file, line: line) { _ in DispatchQueue.main.async {} }
    run(until: { !receiver.arrivals.isEmpty || condition() })
    receiver.end()
    let first = receiver.arrivals.take()
    // Any other signal that arrived belongs to its former handler. The default effect would end the program here.
    while let other = receiver.arrivals.take() { SignalReceiver.passOn(other) }
    return first
  }
}
