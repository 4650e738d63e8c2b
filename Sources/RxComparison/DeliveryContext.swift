import DeliveryCore
import Dispatch

/// The thread or queue on which a contender called a subscriber.
public enum DeliveryContext: Hashable, Sendable {
  /// The thread that takes the steps of the scenario and advances virtual time.
  case scenario
  /// A queue that the scenario or the contender names, by its label; or the main queue, as `main`.
  ///
  /// If several queues of one comparison have the same label, the second is called `label (2)`, and so on, in the order
  /// in which the scenario and then the contenders name them.
  case queue(String)
  /// Any other thread or queue. (Global queues cannot be distinguished.)
  case elsewhere
}

extension DeliveryContext: CustomStringConvertible {
  /// The thread or queue in words, to follow "on".
  public var description: String {
    switch self {
    case .scenario: "the scenario's thread"
    case .queue(let name): "the queue \(name)"
    case .elsewhere: "another thread"
    }
  }
}

/// Unique names of a comparison's queues in its recordings.
struct QueueNames: Sendable {
  private var names: [QueueIdentity: String] = [.main: "main"]

  /// Names `queues`; a queue may be listed more than once.
  init(_ queues: [DispatchQueue]) {
    var taken: Set<String> = ["main"]
    for queue in queues {
      let identity = QueueIdentity.of(queue)
      guard !identity.isGlobal, names[identity] == nil else { continue }
      var name = queue.label
      var number = 1
      while !taken.insert(name).inserted {
        number += 1
        name = "\(queue.label) (\(number))"
      }
      names[identity] = name
    }
  }

  /// The context in which the caller runs. `thread` is the identity of the scenario's thread.
  func currentContext(thread: UInt) -> DeliveryContext {
    if let name = QueueIdentity.current.flatMap({ names[$0] }) { return .queue(name) }
    return CurrentThread.identity == thread ? .scenario : .elsewhere
  }
}

/// Identifies a queue, whatever its label.
///
/// The identity is stored in the queue as a queue-specific value, which queues that target it inherit, such as those of
/// serial schedulers.
struct QueueIdentity: Hashable, Sendable {
  private let number: Int

  // Not the key of `DeliveryTarget`, which gives the queues that target a queue identities of their own.
  private static let key = DispatchSpecificKey<QueueIdentity>()

  /// The identity of the main queue.
  static let main = QueueIdentity.of(.main)

  /// The identity of `queue`. All global queues share one, and are not marked: the concurrency runtime uses them too.
  static func of(_ queue: DispatchQueue) -> QueueIdentity {
    guard case .queue(_, let number) = DeliveryTarget(queue) else { preconditionFailure("A queue is a target.") }
    let identity = QueueIdentity(number: number)
    if !identity.isGlobal { queue.setSpecific(key: key, value: identity) }
    return identity
  }

  /// Whether it is a global queue, which the whole program uses: a scenario cannot wait for it.
  var isGlobal: Bool { number == 0 }

  /// The identity of the queue on which the caller runs, if that queue has one.
  static var current: QueueIdentity? {
    _ = main
    return DispatchQueue.getSpecific(key: key)
  }
}
