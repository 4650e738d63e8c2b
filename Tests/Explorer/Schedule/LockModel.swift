/// A lock. A thread that waits for it does not run.
public final class LockModel: Cell, @unchecked Sendable {
  var isHeld = false

  public func lock(_ file: StaticString, _ line: UInt) {
    arrive("lock", file, line, when: .free(self))
    if isHeld { fatalError("A lock is taken that is held, outside of a schedule.") }
    isHeld = true
    didWrite()
  }

  public func unlock(_ file: StaticString, _ line: UInt) {
    arrive("unlock", file, line)
    isHeld = false
    didWrite()
  }
}
