import Foundation

/// A value with a lock, for use by several threads of a test.
///
/// It does not use `Mutex`: on Linux the kernel passes a contended mutex from thread to thread, which the thread
/// sanitizer cannot see and reports as a race.
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
