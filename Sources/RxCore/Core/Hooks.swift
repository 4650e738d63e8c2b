internal import CRuntime
internal import DeliveryCore
import Synchronization

/// Program-wide settings for unhandled errors. All of them may be read and set from any thread.
///
///     Hooks.recordCallStackOnError = true
///     Hooks.customCaptureSubscriptionCallstack = { Thread.callStackSymbols }
///     Hooks.defaultErrorHandler = { callStack, error in log(error, callStack) }
public enum Hooks {
  /// Receives an unhandled error and the recorded call stack of its subscription.
  public typealias DefaultErrorHandler = (_ subscriptionCallStack: [String], _ error: any Error) -> Void

  /// Returns its caller's call stack, one line per frame.
  public typealias CustomCaptureSubscriptionCallstack = () -> [String]

  /// A function that the program may set.
  private final class Hook<Function>: @unchecked Sendable {
    private let lock = Lock()
    @exclusivity(unchecked) private var stored: Function?  // Guarded by the lock.

    var function: Function? {
      get { lock.withLock { stored } }
      set {
        var former = newValue
        lock.withLock { swap(&former, &stored) }
        extendLifetime(former)  // Released after unlocking.
      }
    }
  }

  private static let handler = Hook<@Sendable ([String], any Error) -> Void>()
  private static let capture = Hook<@Sendable () -> [String]>()
  private static let recordsCallStack = Atomic<Bool>(false)

  /// Called with each unhandled error, on the thread that emits it.
  ///
  /// The call stack is empty unless ``recordCallStackOnError`` is set. The default handler prints the error, and where
  /// the subscription was made, to standard error, in debug and release builds.
  @preconcurrency
  public static var defaultErrorHandler: @Sendable (_ subscriptionCallStack: [String], _ error: any Error) -> Void {
    get { handler.function ?? { callStack, error in print(error, callStack: callStack, place: nil) } }
    set { handler.function = newValue }
  }

  /// Captures the call stack of a subscription if ``recordCallStackOnError`` is set.
  ///
  /// The default returns an empty array, because symbol names need Foundation. The handler then receives the
  /// subscription's `file:line` instead. With Foundation, use `{ Thread.callStackSymbols }`.
  @preconcurrency
  public static var customCaptureSubscriptionCallstack: @Sendable () -> [String] {
    get { capture.function ?? { [] } }
    set { capture.function = newValue }
  }

  /// Whether a subscription without an `onError` records its call stack for ``defaultErrorHandler``.
  ///
  /// The default is `false`.
  public static var recordCallStackOnError: Bool {
    get { recordsCallStack.load(ordering: .relaxed) }
    set { recordsCallStack.store(newValue, ordering: .relaxed) }
  }

  /// The caller's call stack if call stacks are recorded, otherwise `nil`. Called at subscription.
  package static func recordedCallStack() -> [String]? {
    recordsCallStack.load(ordering: .relaxed) ? customCaptureSubscriptionCallstack() : nil
  }

  /// Calls ``defaultErrorHandler`` with an unhandled error.
  ///
  /// - Parameters:
  ///   - callStack: the result of ``recordedCallStack()`` at the time of subscription. By default it is captured now.
  ///   - file: the file in which the subscription was made.
  ///   - line: the line at which the subscription was made.
  package static func report(
    unhandled error: any Error, callStack: [String]? = recordedCallStack(), file: StaticString, line: UInt
  ) {
    let place = "\(file):\(line)"
    let recorded = callStack.map { $0.isEmpty ? [place] : $0 } ?? []
    if let handler = handler.function {
      handler(recorded, error)
    } else {
      print(error, callStack: recorded, place: place)
    }
  }

  private static func print(_ error: any Error, callStack: [String], place: String?) {
    var message = "RxCore: unhandled error: \(error)"
    if let place { message += ", in the subscription made at \(place)" }
    message += ". Give subscribe an onError, or set Hooks.defaultErrorHandler.\n"
    if callStack.count > 1 { message += callStack.map { "  \($0)\n" }.joined() }
    writeError(message)
  }
}

/// Writes a message to standard error.
func writeError(_ message: String) {
  message.utf8CString.withUnsafeBytes { bytes in
    _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count - 1)
  }
}
