import DeliveryCore
import Synchronization

/// Tells one observer of a combination that there may be a newer one: a store whose value does not matter, and which is
/// set after each change of a root. (A value without a size would share its address with another property, which the
/// thread sanitizer takes for a race.)
final class Combination: BindableStore<Bool>, @unchecked Sendable {
  private let combined: [AnyBindableStore]
  /// The observations of the roots. Set by `begin` before the observer is registered, and emptied when it is removed.
  @exclusivity(unchecked) private var parts: [AnyObservation] = []
  /// Whether the observer is a binding, which renewals of the roots concern as well: see ``Change/isRenewal``. Set by `begin`.
  @exclusivity(unchecked) private(set) var isBinding = false
  /// The number of roots that have not ended.
  private let running: Atomic<Int>
  /// Whether an item waits, so that the observer will take the newest combination. Guarded by the lock.
  @exclusivity(unchecked) private var isNewestPending = true
  // Accessed only by the delivering thread, and by `begin` before any delivery.
  /// Each root's number of changes when the last combination was captured: of those that count here, and without renewals;
  /// `.max` before the first.
  @exclusivity(unchecked) private var numbers: [(newest: UInt64, set: UInt64)]
  /// Where the combination comes from, with the trails of the changes since the one before; `nil` if no root is bound.
  @exclusivity(unchecked) private var origin: Origin?

  init(of roots: [AnyBindableStore]) {
    combined = roots
    running = Atomic(roots.count)
    numbers = Array(repeating: (.max, .max), count: roots.count)
    super.init(true, target: roots.lazy.compactMap(\.target).first)
  }

  /// Begins to observe the roots, and calls `call` with each combination.
  func begin<Value>(
    _ options: ObservationOptions, _ replay: Replay, capture: @escaping () -> () -> Value, _ call: Call<Value>
  ) -> AnyObservation {
    isBinding = options.link?.binding != nil
    // At registration. Later changes count, even if a root is not observed yet.
    var first = captureNewest(capture)
    if replay == .none { first = nil }
    parts = combined.map { $0.observe(partOf: self) }
    let callNewest = Call<Bool>.wrapped { [self] _, _, observation in
      locked { isNewestPending = false }
      guard let newest = first.take() ?? captureNewest(capture) else { return }
      call(newest(), Change(origin: origin), observation)
    }
    let observation = observe(options, .every, replay, callNewest)
    set(true)  // Asks for the changes since the capture.
    return observation
  }

  /// Called for each change of a root.
  func rootChanged() {
    lock()
    // An item that waits will take this change as well.
    if isNewestPending { return delivery.lock.unlock() }
    isNewestPending = true
    unlockAndDeliver(audience.accept())
  }

  /// Captures the newest combination and its origin; returns `nil` if no root has changed since the last one.
  private func captureNewest<Captured>(_ capture: () -> Captured) -> Captured? {
    var newest: Origin?
    defer { origin = newest }  // Releases the former one after unlocking.
    return combined.locked {
      let last = combined.lazy.compactMap { $0.audience.origin }.max { $1.outranks($0) }
      var (hasChanged, hasBeenSet, trails) = (false, false, Trail?.none)
      for (index, root) in combined.enumerated() {
        let number = isBinding ? root.audience.number : root.audience.changes
        if number == numbers[index].newest { continue }
        // At the rank of the result, a change of a lower one has passed nothing.
        let origin = root.audience.origin.flatMap { numbers[index].newest < .max && $0.rank == last?.rank ? $0 : nil }
        trails = hasChanged ? trails.flatMap { origin?.trail?.beside($0) } : origin?.trail
        hasBeenSet = hasBeenSet || root.audience.changes != numbers[index].set
        numbers[index] = (number, root.audience.changes)
        hasChanged = true
      }
      newest = last.map { Origin(resultOf: $0, trail: trails, isRenewal: hasChanged && !hasBeenSet) }
      return hasChanged ? capture() : nil
    }
  }

  /// Called at the end of a root.
  func rootEnded() {
    if running.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { end() }
  }

  override func remove(_ observation: AnyObservation) {
    super.remove(observation)
    for part in parts { part.end() }
    parts = []
  }
}
