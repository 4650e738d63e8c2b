public import Synchronization  // The module Schedule: see Package.swift.

/// The model of the package's lock. Replaces the file of the same name, so that schedules include locking.
@frozen public struct Lock: ~Copyable, Sendable {
  @usableFromInline let model: LockModel

  @inlinable
  public init() { model = LockModel() }

  @inlinable
  public borrowing func withLock<Result>(
    _ body: () throws -> Result, file: StaticString = #filePath, line: UInt = #line
  ) rethrows -> Result {
    lock(file: file, line: line)
    defer { unlock(file: file, line: line) }
    return try body()
  }

  @inlinable
  public borrowing func lock(file: StaticString = #filePath, line: UInt = #line) { model.lock(file, line) }

  package borrowing func tryLock(file: StaticString = #filePath, line: UInt = #line) -> Bool {
    model.tryLock(file, line)
  }

  /// Gives up at once: a schedule has no time.
  package borrowing func tryLock(for limit: Int64, file: StaticString = #filePath, line: UInt = #line) -> Bool {
    model.tryLock(file, line)
  }

  @inlinable
  public borrowing func unlock(file: StaticString = #filePath, line: UInt = #line) { model.unlock(file, line) }
}
