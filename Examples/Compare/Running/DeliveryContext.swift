import Dispatch

/// Where an observer is called.
enum DeliveryContext: String, Sendable {
  case mainQueue = "main queue"
  case readingThread = "reading thread"

  /// Marks the main queue, which may run on any thread on Linux.
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// The caller's context.
  static var current: DeliveryContext {
    DispatchQueue.getSpecific(key: key) == true ? .mainQueue : .readingThread
  }

  /// Returns when the main queue has run the work that was already pending.
  static func mainQueueHasCaughtUp() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }
}
