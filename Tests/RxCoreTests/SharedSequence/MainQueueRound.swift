import Dispatch

/// Returns once all work now pending on the main queue has run.
@MainActor
func mainQueueRound() async {
  await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
}
