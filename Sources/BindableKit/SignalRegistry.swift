internal import CRuntime
import DeliveryCore

/// The signals that have arrived for a receiver and were not taken. The registry's lock guards the variable properties.
package final class SignalArrivals: @unchecked Sendable {
  fileprivate let roles: [Int32: SignalReceiver.Role]
  fileprivate let wake: @Sendable (SignalArrivals) -> Void
  fileprivate let parent: SignalArrivals?
  fileprivate let numbers = Queue<Int32>()
  fileprivate var childCount = 0
  fileprivate var isEnded = false
  fileprivate var isToWake = false
  /// The task that waits for the next signal.
  fileprivate var waiting: CheckedContinuation<Int32?, Never>?

  init(
    _ roles: [Int32: SignalReceiver.Role], parent: SignalArrivals?,
    wake: @escaping @Sendable (SignalArrivals) -> Void
  ) {
    (self.roles, self.parent, self.wake) = (roles, parent, wake)
  }

  /// A receiver of the same signals.
  init(for parent: SignalArrivals, wake: @escaping @Sendable (SignalArrivals) -> Void) {
    (self.roles, self.parent, self.wake) = (parent.roles, parent, wake)
  }

  /// Whether no signal waits to be taken.
  package var isEmpty: Bool { SignalRegistry.shared.lock.withLock { numbers.isEmpty } }

  /// Whether the receiver, or its parent, has been ended.
  package var hasEnded: Bool { SignalRegistry.shared.lock.withLock { isEnded } }

  /// Takes the oldest signal.
  package func take() -> Int32? { SignalRegistry.shared.lock.withLock { numbers.popFirst() } }

  /// Resumes `continuation` with the next signal, or with `nil` after the end and if the current task is cancelled.
  func wait(_ continuation: CheckedContinuation<Int32?, Never>) {
    let result: Int32?? = SignalRegistry.shared.lock.withLock {
      if Task.isCancelled { return .some(nil) }
      if let number = numbers.popFirst() { return number }
      if isEnded { return .some(nil) }
      waiting = continuation
      return nil
    }
    if let result { continuation.resume(returning: result) }
  }

  func cancelWait() {
    let cancelled = SignalRegistry.shared.lock.withLock {
      defer { waiting = nil }
      return waiting
    }
    cancelled?.resume(returning: nil)
  }

  fileprivate func resumeWaiting() {
    var resumed: CheckedContinuation<Int32?, Never>?
    var number: Int32?
    SignalRegistry.shared.lock.withLock {
      if !isEnded, numbers.isEmpty { return }
      swap(&resumed, &waiting)
      if resumed != nil { number = numbers.popFirst() }
    }
    resumed?.resume(returning: number)
  }
}

/// Distributes the signals that arrive among their receivers.
///
///     handler ──pipe──▶ signals' thread ──▶ receivers' arrivals ──wake──▶ loops, queues
///
/// The one handler, in `Signals.c`, is installed while a signal has a receiver. All that concerns receivers and actions
/// happens under one lock, so a signal belongs to those who received it when it was read from the pipe, and whoever
/// adds or removes a receiver first reads what has arrived. A signal that is read after its last receiver has ended is
/// raised again, as if it had arrived later.
final class SignalRegistry: @unchecked Sendable {  // The lock guards all properties.
  static let shared = SignalRegistry()

  private static let faults = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP]

  fileprivate let lock = Lock()
  private var receivers: [SignalArrivals] = []
  /// The receivers whose `wake` is to be called.
  private var toWake: [SignalArrivals] = []
  /// Signals that arrived and have no receiver any more.
  private var toRaise: [Int32] = []
  /// Those that have been raised again since they had a receiver. A handler of the program's own may pass them back.
  private var raised: Set<Int32> = []

  // MARK: Receivers

  /// Adds a receiver whose signals are received from the return on. Returns the reason if that is not possible.
  func add(_ receiver: SignalArrivals) -> SignalReceiver.Failure? {
    lock.withLock {
      for number in receiver.roles.keys.sorted() {
        if Self.faults.contains(number) { return .fault(number) }
        if c_runtime_signal_action(number) == c_runtime_action_invalid { return .notHandleable(number) }
      }
      let error = c_runtime_signals_start { SignalRegistry.shared.receive() }
      if error != 0 { return .unavailable(reason: String(cString: strerror(error))) }
      distribute()
      if let parent = receiver.parent {
        if parent.childCount == 0 { receiver.numbers.swapElements(with: parent.numbers) }
        parent.childCount += 1
        receiver.isEnded = parent.isEnded
      }
      if receiver.isEnded || !receiver.numbers.isEmpty { addToWake(receiver) }
      if !receiver.isEnded {
        receivers.append(receiver)
        raised.subtract(receiver.roles.keys)
        updateActions(of: receiver.roles.keys)
      }
      c_runtime_signals_wake()
      return nil
    }
  }

  /// Ends a receiver and its children.
  func end(_ receiver: SignalArrivals) {
    remove([receiver] + lock.withLock { receivers.filter { $0.parent === receiver } })
  }

  /// Ends these receivers, but not their children. Signals that arrived before belong to them.
  func remove(_ ended: [SignalArrivals]) {
    lock.withLock {
      let ended = ended.filter { !$0.isEnded }
      if ended.isEmpty { return }
      for receiver in ended { receiver.isEnded = true }
      for receiver in ended { updateActions(of: receiver.roles.keys) }
      distribute()
      receivers.removeAll { $0.isEnded }
      for receiver in ended {
        addToWake(receiver)
        guard let parent = receiver.parent else { continue }
        parent.childCount -= 1
        guard parent.childCount == 0, !parent.isEnded else { continue }
        parent.numbers.swapElements(with: receiver.numbers)
      }
      c_runtime_signals_wake()
    }
  }

  // MARK: The signals' thread

  /// Called on the signals' thread when there may be something to do. Calls other code without the lock.
  private func receive() {
    var (raising, waking): ([Int32], [SignalArrivals]) = ([], [])
    lock.withLock {
      distribute()
      swap(&raising, &toRaise)
      swap(&waking, &toWake)
      raised.formUnion(raising)
      for receiver in waking { receiver.isToWake = false }
    }
    for number in raising { kill(getpid(), number) }
    for receiver in waking {
      receiver.resumeWaiting()
      receiver.wake(receiver)
    }
  }

  // MARK: Actions

  func passOn(_ number: Int32) {
    let isOwn = lock.withLock {
      !receivers.contains { $0.roles[number] == .handler }
        && c_runtime_signal_action(number) == c_runtime_action_handler
    }
    if isOwn { c_runtime_signal_raise(number) }
  }

  /// The lock keeps others from installing a handler at the same time, which would then be replaced.
  func performDefault(_ number: Int32) { lock.withLock { c_runtime_signal_perform_default(number) } }

  // MARK: Under the lock

  /// Reads what has arrived.
  private func distribute() {
    while true {
      let number = c_runtime_signal_next()
      if number == 0 { return }
      let receivers = receiversNow(of: number)
      if receivers.isEmpty, !isPassedBack(number) { toRaise.append(number) }
      for receiver in receivers {
        receiver.numbers.append(number)
        addToWake(receiver)
      }
    }
  }

  /// Whether a handler that the program has installed above this one's has passed the signal on, after it was raised again.
  private func isPassedBack(_ number: Int32) -> Bool {
    raised.contains(number) && c_runtime_signal_action(number) == c_runtime_action_handler
  }

  private func receiversNow(of number: Int32) -> [SignalArrivals] {
    let isHandled = receivers.contains { $0.roles[number] == .handler }
    return receivers.filter { receiver in
      switch receiver.roles[number] {
      case .handler: receiver.childCount == 0
      case .fallback: !isHandled && c_runtime_signal_action(number) == c_runtime_action_default
      case .observer: true
      case nil: false
      }
    }
  }

  private func addToWake(_ receiver: SignalArrivals) {
    if receiver.isToWake { return }
    receiver.isToWake = true
    toWake.append(receiver)
  }

  /// Catches the signals that have a receiver, and restores the actions of the others.
  private func updateActions(of numbers: some Sequence<Int32>) {
    let current = receivers.filter { !$0.isEnded }
    for number in numbers {
      let roles = current.compactMap { $0.roles[number] }
      let action = c_runtime_signal_action(number)
      let isObserved = roles.contains(.observer) && action != c_runtime_action_ignore
      let isReplaced = roles.contains(.fallback) && action == c_runtime_action_default
      if roles.contains(.handler) || isObserved || isReplaced {
        c_runtime_signal_catch(number, !roles.contains(.handler))
      } else {
        c_runtime_signal_release(number)
      }
    }
    var handled: UInt64 = 0
    for receiver in current {
      for (number, role) in receiver.roles where role == .handler { handled |= 1 << UInt64(number - 1) }
    }
    c_runtime_signals_unblock(handled)
  }
}
