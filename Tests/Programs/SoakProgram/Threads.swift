import Dispatch
import TestSupport

/// Runs `body` on several threads that start together. Throws if they do not end.
func onThreadsOrThrow(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) throws {
  if !runThreads(count, body) { throw Failure("\(count) threads do not end: a deadlock?") }
}

/// Waits until these queues are idle, if no change moves on to another queue more than `hops` times. A change takes at
/// most one turn on each queue.
func settle(_ queues: [DispatchQueue], hops: Int) {
  for _ in 0..<hops {
    for queue in queues { queue.sync {} }
  }
}
