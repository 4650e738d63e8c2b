/// Receives signals from its creation until ``end()`` or its deinit, and keeps them until they are taken.
///
/// A ``SignalSequence``, `MainQueue.run(untilSignal:)` and a terminal's screen are made of receivers.
package final class SignalReceiver: Sendable {
  /// How the receiver of a signal relates to others.
  package enum Role: Sendable {
    /// The program handles the signal, which does not have its former effect.
    case handler
    /// Receives a signal that the program does not handle in any way, instead of its default action.
    case fallback
    /// Receives a signal in addition to what handles it, unless the signal is ignored.
    case observer
  }

  /// The reason why signals cannot be received.
  package enum Failure: Error {
    /// Not the number of a signal that a program can handle.
    case notHandleable(Int32)
    /// The number of a signal after which a program cannot continue.
    case fault(Int32)
    /// The system has no descriptor or no thread left.
    case unavailable(reason: String)

    /// Says what is wrong, and what to do.
    package func message(_ caller: String) -> String {
      switch self {
      case .notHandleable(let number):
        "\(caller) was given \(number), which is not the number of a signal that a program can handle. Leave it out."
      case .fault(let number):
        "\(caller) was given \(number), a signal that reports a crash: a program cannot continue after it. "
          + "Leave it out."
      case .unavailable(let reason):
        "\(caller) could not prepare for signals: \(reason). Call it before the program uses up its descriptors or "
          + "threads."
      }
    }
  }

  /// The signals that have arrived and were not taken.
  package let arrivals: SignalArrivals

  /// From the return on, receives the signals.
  ///
  /// - Parameters:
  ///   - roles: the signals' numbers, and what receiving them means.
  ///   - wake: called after signals have arrived and after the end, on the signals' thread; must not block.
  package init(
    _ roles: [Int32: Role], wake: @escaping @Sendable (SignalArrivals) -> Void = { _ in }
  ) throws(Failure) {
    let arrivals = SignalArrivals(roles, parent: nil, wake: wake)
    if let failure = SignalRegistry.shared.add(arrivals) { throw failure }
    self.arrivals = arrivals
  }

  /// Receives the signals of `parent` from now on, beginning with those that nothing has taken yet. While a receiver
  /// has children, they receive in its place; the last child returns what it has not taken.
  package init(for parent: SignalReceiver, wake: @escaping @Sendable (SignalArrivals) -> Void = { _ in }) {
    arrivals = SignalArrivals(for: parent.arrivals, wake: wake)
    _ = SignalRegistry.shared.add(arrivals)  // Its parent could be added, so it can be, too.
  }

  deinit { SignalRegistry.shared.remove([arrivals]) }

  /// Waits for the oldest signal and takes it. Returns `nil` after the end and if the task is cancelled. May be called
  /// by one task at a time.
  func next(isolation: isolated (any Actor)? = #isolation) async -> Int32? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { arrivals.wait($0) }
    } onCancel: {
      arrivals.cancelWait()
    }
  }

  /// Stops receiving, also for the children. Signals that have arrived can still be taken. If this was the last
  /// receiver of a signal, the signal's former action is in force again.
  package func end() { SignalRegistry.shared.end(arrivals) }

  /// Raises a signal that has been taken, if that calls a handler of the program's own.
  static func passOn(_ number: Int32) { SignalRegistry.shared.passOn(number) }

  /// Performs a signal's default action. Returns if that does not end the program; after a stop, when the program
  /// continues.
  package static func performDefault(_ number: Int32) { SignalRegistry.shared.performDefault(number) }
}
