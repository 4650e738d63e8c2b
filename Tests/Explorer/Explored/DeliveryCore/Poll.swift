internal import CRuntime
import Glibc

/// Stands in for the function of the C library: waits until the model of the main queue has work.
func poll(_ queue: UnsafeMutablePointer<pollfd>, _ count: nfds_t, _ timeout: Int32) -> Int32 {
  explorer_poll_main_queue()
  return 1
}
