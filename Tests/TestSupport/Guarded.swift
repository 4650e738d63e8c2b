internal import DeliveryCore

/// A value that several threads of a test use, one at a time.
///
/// Not a `Mutex`: on Linux the kernel hands a contended one from thread to thread, which the thread sanitizer cannot see
/// and takes for a race.
public final class Guarded<Value>: @unchecked Sendable {  // The lock guards the value.
  private let lock = Lock()
  private var value: Value

  public init(_ value: Value) {
    self.value = value
  }

  @discardableResult
  public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
