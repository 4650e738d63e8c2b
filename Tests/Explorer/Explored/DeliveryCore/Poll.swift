internal import CRuntime
import Glibc

/// Replaces the C library's function, and waits until the main queue's model has work.
func poll(_ queue: UnsafeMutablePointer<pollfd>, _ count: nfds_t, _ timeout: Int32) -> Int32 {
  explorer_poll_main_queue()
  return 1
}
