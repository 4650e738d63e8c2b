import DeliveryCore

/// The signals that a program handles, from the call of ``MainQueue/signals(_:_:file:line:)`` on, in the order in which
/// they arrive.
///
///     for await signal in MainQueue.signals(SIGINT, SIGTERM) {
///       print(signal == SIGINT ? "interrupted" : "terminated")
///       break
///     }
///
/// Each loop receives every signal that arrives while it runs. Signals that arrive while no loop runs wait for the next
/// one. A loop ends when its task is cancelled, or after ``end()``; it never fails.
///
/// The program handles the signals until `end()`, or until the sequence and its loops have been released. A variable of
/// main.swift is never released. Any thread may use a sequence.
public struct SignalSequence: AsyncSequence, Sendable {
  package let receiver: SignalReceiver

  /// Ends the sequence. Its loops end once they have received the signals that had arrived, and the signals have their
  /// former effect again, unless another sequence receives them.
  ///
  ///     let signals = MainQueue.signals(SIGINT)
  ///     for await _ in signals { break }
  ///     signals.end()  // Ctrl-C now ends a program that does not end by itself.
  ///
  /// Can be called more than once, on any thread.
  public func end() { receiver.end() }

  /// Creates an iterator, which receives the signals until it is released.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(receiver: SignalReceiver(for: receiver)) }

  /// An iterator over the signals.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let receiver: SignalReceiver

    /// Waits for the next signal, and returns its number; `nil` after the end of the sequence, or if the task is
    /// cancelled.
    public mutating func next() async -> Int32? { await receiver.next() }

    /// Waits for the next signal, and returns its number; `nil` after the end of the sequence, or if the task is
    /// cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Int32? {
      await receiver.next(isolation: actor)
    }
  }
}

extension MainQueue {
  /// From the return on, none of these signals has its default effect: the sequence receives them all.
  ///
  ///     for await signal in MainQueue.signals(SIGINT, SIGTERM) {
  ///       print(signal == SIGINT ? "interrupted" : "terminated")
  ///       break
  ///     }
  ///
  /// This also holds if a signal arrives immediately, or while an earlier one is being handled. Several calls, and
  /// ``run(untilSignal:_:file:line:)`` at the same time, receive each signal independently. At the end of the last one,
  /// the signals' former actions are restored, unless the program has set others in the meantime.
  ///
  /// The system combines a signal with one of the same number that the program has not received yet; only real-time
  /// signals are all kept. Child processes do not inherit the handling.
  ///
  /// May be called on any thread, before, after or without running the main queue. A number that no program can handle,
  /// as that of `SIGKILL`, or that reports a crash, as that of `SIGSEGV`, stops the program with a message.
  public static func signals(
    _ signal: Int32, _ others: Int32..., file: StaticString = #fileID, line: UInt = #line
  ) -> SignalSequence {
    SignalSequence(
      receiver: handler(of: [signal] + others, "MainQueue.signals(_:_:)", file: file, line: line) { _ in })
  }

  /// Creates a receiver for a public function, or stops the program with a message.
  static func handler(
    of signals: [Int32], _ caller: String, file: StaticString, line: UInt,
    wake: @escaping @Sendable (SignalArrivals) -> Void
  ) -> SignalReceiver {
    let roles = Dictionary(signals.map { ($0, SignalReceiver.Role.handler) }) { role, _ in role }
    do {
      return try SignalReceiver(roles, wake: wake)
    } catch {
      fatalError(error.message(caller), file: file, line: line)
    }
  }
}
