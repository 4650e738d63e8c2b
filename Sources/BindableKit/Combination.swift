import DeliveryCore
import Synchronization

/// One observation of a combination. After any root has changed, delivers the newest combination. Deliveries do not
/// overlap.
final class Combination<Value: Sendable>: AnyObservation, @unchecked Sendable {
  private let roots: [AnyBindableStore]
  private let capture: () -> () -> Value
  private let call: Call<Value>
  /// Its items ask for the newest combination.
  private let pump: QueuePump<Combination, Void>
  /// The observations of the roots. Guarded by the pump's lock.
  @exclusivity(unchecked) private var parts: [Part] = []
  private let running: Atomic<Int>
  /// Whether an item waits that asks for the newest combination.
  private let isNewestPending = Atomic<Bool>(false)
  // Accessed only by the delivering thread, and by `begin` before any delivery.
  /// The combination at registration, which is delivered before all others.
  @exclusivity(unchecked) private var first: (() -> Value)?
  /// Each root's number of changes when the last combination was captured.
  @exclusivity(unchecked) private var numbers: [UInt64]
  @exclusivity(unchecked) private var stamp = Stamp.none

  private struct Part {
    weak let observation: AnyObservation?
  }

  init(
    _ options: ObservationOptions, _ roots: [AnyBindableStore], capture: @escaping () -> () -> Value,
    _ call: Call<Value>
  ) {
    self.roots = roots
    self.capture = capture
    self.call = call
    pump = QueuePump(target: roots.lazy.compactMap(\.target).first) { combination, _ in
      _ = combination.isNewestPending.exchange(false, ordering: .acquiringAndReleasing)
      combination.deliverNewest()
    }
    running = Atomic(roots.count)
    numbers = Array(repeating: .max, count: roots.count)
    super.init(options, in: nil)
  }

  func begin(replay: Bool) -> AnyObservation {
    let current = captureNewest()  // Later changes count, even if a root is not observed yet.
    if replay { first = current }
    var ofRoot = options
    ofRoot.role = .part(of: self)
    let parts = roots.map { Part(observation: $0.observe(ofRoot, changes: rootChanged)) }
    pump.delivery.lock.withLock { self.parts = parts }
    if isRemoved { leaveStore() }  // By `remove(observer:)`, before all roots were observed.
    pump.send((), for: self)
    return self
  }

  override func leaveStore() {
    for part in pump.delivery.lock.withLock({ parts }) { part.observation?.end() }
  }

  private func rootChanged() {
    // An item that waits will take this change as well.
    if isNewestPending.exchange(true, ordering: .acquiringAndReleasing) { return }
    pump.send((), for: self)
  }

  private func deliverNewest() {
    if let first {
      self.first = nil
      deliver(first)
    }
    if let newest = captureNewest() { deliver(newest) }
  }

  private func deliver(_ compute: () -> Value) {
    guard isLive else { return }
    let value = compute()
    if isLive { call(value, Change(number: 0, stamp: stamp), self) }
  }

  /// Captures the newest combination and its stamp; returns `nil` if no root has changed since the last one.
  private func captureNewest() -> (() -> Value)? {
    roots.locked {
      // A result that has come back around a ring of bindings keeps its stamp, and so stops there. Otherwise the stamp
      // must be newer than the last one and than the roots', which may have accepted them from each other. A change
      // without a stamp counts as made now, if the combination or another root has a stamp.
      let isStamped = stamp != .none || roots.contains { $0.audience.isStamped }
      var (hasChanged, isOwn, newest) = (false, true, stamp)
      for (index, root) in roots.enumerated() where root.audience.number != numbers[index] {
        numbers[index] = root.audience.number
        hasChanged = true
        let changed = isStamped && !root.audience.isStamped ? .next() : root.audience.stamp
        if changed != stamp { isOwn = false }
        newest = max(newest, changed)
      }
      if !isOwn { stamp = newest.laterStep(ofCombination: true) }
      return hasChanged ? capture() : nil
    }
  }

  override func pass(_ mark: AnyObject) {
    if !isNewestPending.load(ordering: .acquiring), pump.isIdle { return super.pass(mark) }
    pump.send(for: self) {
      $0.deliverNewest()  // Another thread may be about to ask for it.
      $0.passOn(mark)
    }
  }

  private func passOn(_ mark: AnyObject) { super.pass(mark) }

  override func rootEnded() {
    guard running.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
    pump.send(for: self) { $0.didEnd() }
  }
}
