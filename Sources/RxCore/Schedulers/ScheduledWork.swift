import Synchronization

/// Scheduled work. It either runs or is cancelled, whichever comes first.
///
/// The action need not be sendable: one caller takes it, and what it captures is not used elsewhere.
class ScheduledWork: DisposableSlot, @unchecked Sendable {
  private final let isTaken = Atomic<Bool>(false)
  // Accessed only by the caller that takes it.
  @exclusivity(unchecked) private final var action: (() -> any Disposable)?

  init(_ action: @escaping () -> any Disposable) {
    self.action = action
  }

  /// Whether the work has been started or cancelled. For work in the queue, which has not been started, this means
  /// cancelled.
  final var isCancelled: Bool { isTaken.load(ordering: .acquiring) }

  /// Runs the work unless it has been cancelled. Work in the queue is removed first.
  final func run() {
    if let action = take() { replace(with: action()).dispose() }
  }

  package final override func silence() -> [any Disposable] {
    _ = take()
    return super.silence()
  }

  private func take() -> (() -> any Disposable)? {
    guard !isTaken.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
    let action = action
    self.action = nil
    return action
  }
}
