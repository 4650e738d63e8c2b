import Dispatch

/// Where something is delivered. The main queue is known by a dispatch-specific key: on Linux it may run on any thread.
enum Place: String, Sendable {
  case main = "main queue"
  case reader = "reading thread"

  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// The place that the caller runs at.
  static var current: Place { DispatchQueue.getSpecific(key: key) == true ? .main : .reader }

  /// Returns when the main queue has done all that it was given before.
  static func mainQueueHasCaughtUp() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }
}
