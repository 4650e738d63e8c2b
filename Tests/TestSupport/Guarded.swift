import Foundation

/// A value with a lock, for use by several threads of a test.
///
/// The lock is not a `Mutex`, because on Linux the kernel hands a contended mutex from thread to thread. The thread
/// sanitizer cannot see that and reports a race.
public final class Guarded<Value>: @unchecked Sendable {  // The lock guards the value.
  private let lock = NSLock()
  private var value: Value

  public init(_ value: Value) {
    self.value = value
  }

  @discardableResult
  public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
