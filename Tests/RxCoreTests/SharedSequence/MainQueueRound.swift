import Dispatch

/// Returns once everything has run that waits for the main queue now.
@MainActor
func mainQueueRound() async {
  await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
}
