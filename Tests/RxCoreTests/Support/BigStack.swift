import Dispatch
import Foundation

/// Runs `body` on a new thread with a stack of so many bytes, and waits for its end.
func withStack(of size: Int, _ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    body()
    done.signal()
  }
  thread.stackSize = size
  thread.start()
  done.wait()
}
