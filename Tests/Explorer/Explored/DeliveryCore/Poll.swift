internal import CRuntime
import Glibc

/// Replaces the C library's function: waits until the model of the main queue has work.
func poll(_ queue: UnsafeMutablePointer<pollfd>, _ count: nfds_t, _ timeout: Int32) -> Int32 {
  explorer_poll_main_queue()
  return 1
}
