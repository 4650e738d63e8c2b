import DeliveryCore
import Dispatch

/// Where somebody was told something.
public enum DeliveryPlace: Hashable, Sendable {
  /// The thread that takes the steps of the scenario and lets virtual time pass.
  case scenario
  /// A queue that the scenario or the contender names, by its label; or the main queue, as `main`. (A global queue
  /// cannot be told from others.)
  case queue(String)
  /// None of these.
  case elsewhere
}

extension DeliveryPlace: CustomStringConvertible {
  /// The place in words, for after "on".
  public var description: String {
    switch self {
    case .scenario: "the scenario's thread"
    case .queue(let label): "the queue \(label)"
    case .elsewhere: "another thread"
    }
  }
}

extension DeliveryPlace {
  /// Where the caller is. `thread` is that of the scenario while it does something, else zero.
  static func current(thread: UInt) -> DeliveryPlace {
    if let label = QueueLabel.current { return .queue(label.text) }
    return CurrentThread.identity == thread ? .scenario : .elsewhere
  }
}

/// What the queues of a run know of themselves. Queues that target one of them know it too, as those do that serial
/// schedulers make.
struct QueueLabel: Equatable, Sendable {
  let text: String
  private let number: Int

  private static let key = DispatchSpecificKey<QueueLabel>()
  private static let naming = Lock()
  nonisolated(unsafe) private static var lastNumber = 0  // Guarded by the lock.
  static let main: QueueLabel = {
    let label = QueueLabel(text: "main", number: 0)
    DispatchQueue.main.setSpecific(key: key, value: label)
    return label
  }()

  /// The label of `queue`, which knows it from now on. Two queues have different ones even if they are called the same.
  ///
  /// A global queue is not told: the concurrency runtime uses them too.
  static func of(_ queue: DispatchQueue) -> QueueLabel {
    _ = main
    if queue.label.utf8.starts(with: "com.apple.root.".utf8) { return QueueLabel(text: queue.label, number: -1) }
    return naming.withLock {
      if let known = queue.getSpecific(key: key) { return known }
      lastNumber += 1
      let label = QueueLabel(text: queue.label, number: lastNumber)
      queue.setSpecific(key: key, value: label)
      return label
    }
  }

  /// Whether it is that of a global queue: these are everybody's, and cannot be waited for.
  var isGlobal: Bool { number == -1 }

  /// That of the queue on which the caller runs.
  static var current: QueueLabel? {
    _ = main
    return DispatchQueue.getSpecific(key: key)
  }
}
