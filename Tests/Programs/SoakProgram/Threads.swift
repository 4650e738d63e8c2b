import Dispatch
import TestSupport

/// Runs `body` on several threads that begin together. Throws if they do not end.
func onThreadsOrThrow(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) throws {
  if !runThreads(count, body) { throw Failure("\(count) threads do not end: a deadlock?") }
}

/// Waits for all work on these queues, and for the work that it starts on the others, up to `hops` times. A change
/// takes at most one turn on each queue on its way.
func settle(_ queues: [DispatchQueue], hops: Int) {
  for _ in 0..<hops {
    for queue in queues { queue.sync {} }
  }
}
