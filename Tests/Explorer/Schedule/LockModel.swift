/// A lock. The schedule does not pick a thread that waits for it.
public final class LockModel: Cell, @unchecked Sendable {
  var isHeld = false

  public func lock(_ file: StaticString, _ line: UInt) {
    arrive("lock", file, line, when: .free(self))
    if isHeld { fatalError("A lock is taken that is held, outside of a schedule.") }
    isHeld = true
    didWrite()
  }

  public func tryLock(_ file: StaticString, _ line: UInt) -> Bool {
    arrive("tryLock", file, line)
    if isHeld { return false }
    isHeld = true
    didWrite()
    return true
  }

  public func unlock(_ file: StaticString, _ line: UInt) {
    arrive("unlock", file, line)
    isHeld = false
    didWrite()
  }
}
