import DeliveryCore
import Dispatch

/// The thread or queue on which a contender called a subscriber.
public enum DeliveryContext: Hashable, Sendable {
  /// The thread that takes the scenario's steps and advances virtual time.
  case scenario
  /// A queue that the scenario or the contender names, identified by its label; the main queue is `main`.
  ///
  /// If several queues of one comparison have the same label, the second is called `label (2)`, and so on, in the order
  /// in which the scenario and then the contenders name them.
  case queue(String)
  /// Any other thread or queue. Global queues cannot be distinguished.
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

/// Unique names for a comparison's queues in its recordings.
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
    return currentThread == thread ? .scenario : .elsewhere
  }
}

/// Identifies a queue, whatever its label.
///
/// The identity is stored as a queue-specific value. Queues that target the queue, such as those of serial schedulers,
/// inherit the identity.
struct QueueIdentity: Hashable, Sendable {
  /// `nil` for a global queue.
  private let mailbox: ObjectIdentifier?

  // Not `DeliveryTarget`'s key, under which a queue would have its own identity instead of inheriting its target
  // queue's.
  private static let key = DispatchSpecificKey<QueueIdentity>()

  private static let lock = Lock()

  private init(_ queue: DispatchQueue) {
    mailbox = DeliveryTarget(queue).mailbox.map(ObjectIdentifier.init)
  }

  /// The identity of the main queue.
  static let main = QueueIdentity.of(.main)

  /// The identity of `queue`. All global queues share one identity, which is not stored in them, because the
  /// concurrency runtime uses them too.
  static func of(_ queue: DispatchQueue) -> QueueIdentity {
    let identity = QueueIdentity(queue)
    if identity.isGlobal { return identity }
    // Set only once: replacing the value would release it while a thread on the queue may be reading it.
    lock.withLock {
      if queue.getSpecific(key: key) != identity { queue.setSpecific(key: key, value: identity) }
    }
    return identity
  }

  /// Whether this is a global queue. A scenario cannot wait for one, because the whole program uses it.
  var isGlobal: Bool { mailbox == nil }

  /// The identity of the queue on which the caller runs, if that queue has one.
  static var current: QueueIdentity? {
    _ = main
    return DispatchQueue.getSpecific(key: key)
  }
}
