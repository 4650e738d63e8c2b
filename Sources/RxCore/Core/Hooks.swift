internal import DeliveryCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a program may set once for all subscriptions.
public enum Hooks {
  /// Is told of an error that no `onError` took, and of where the subscription was made, as `file:line`.
  public typealias DefaultErrorHandler = @Sendable (_ subscriptionCallStack: [String], _ error: any Error) -> Void

  private final class Storage: @unchecked Sendable {
    let lock = Lock()
    @exclusivity(unchecked) var handler: DefaultErrorHandler?
  }

  private static let storage = Storage()

  /// Called, on the thread that sent it, with each error that nobody handles. The default prints it on standard error,
  /// in debug and release builds.
  public static var defaultErrorHandler: DefaultErrorHandler {
    get { storage.lock.withLock { storage.handler } ?? report }
    set {
      var former: DefaultErrorHandler? = newValue
      storage.lock.withLock { swap(&former, &storage.handler) }
      withExtendedLifetime(former) {}  // Freed after unlocking.
    }
  }

  @Sendable
  private static func report(callStack: [String], error: any Error) {
    let message =
      "RxCore: unhandled error: \(error), in the subscription made at \(callStack.first ?? "an unknown place"). "
      + "Give subscribe an onError, or set Hooks.defaultErrorHandler.\n"
    message.utf8CString.withUnsafeBytes { bytes in
      _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count - 1)
    }
  }

  package static func report(unhandled error: any Error, file: StaticString, line: UInt) {
    defaultErrorHandler(["\(file):\(line)"], error)
  }
}
