import Dispatch
import TestSupport

/// Runs `body` on a new thread with a stack of so many bytes, and waits for its end.
func withStack(of size: Int, _ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  startThread(stackSize: size) {
    body()
    done.signal()
  }
  done.wait()
}
