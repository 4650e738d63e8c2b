import Dispatch
import TestSupport

/// Runs `body` on a new thread with a stack of 512 KB, which is what secondary threads have on Apple platforms, and
/// waits for its end.
func withSmallStack(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  startThread(stackSize: 512 * 1024) {
    body()
    done.signal()
  }
  done.wait()
}
