/// The state of one binding: decides whether it passes a change on, and with which stamp. See ``Stamp``.
package final class BindingLink: @unchecked Sendable {
  private let lock = Lock()
  /// The binding's stamp. Before ``join()``: `nil` if nothing may be passed on yet, otherwise `.none`. Guarded by the
  /// lock, like the other properties.
  @exclusivity(unchecked) private var joined: Stamp?
  /// The newest stamp passed on. Only newer changes are passed on, so no change returns through the binding by which it
  /// arrived.
  @exclusivity(unchecked) private var newest = Stamp.none
  /// The first side's own stamp at ``take(_:)``.
  @exclusivity(unchecked) private var taken = Stamp.none

  /// - Parameter joins: whether the second side takes the first side's value at the start. If so, nothing is passed on
  ///   before ``join()``.
  package init(joins: Bool) {
    joined = joins ? nil : Stamp.none
  }

  /// Draws the binding's stamp. Call it before the second side takes the first side's value and, in a two-way binding,
  /// after starting to observe the second side: each change of the second side is then either older than the binding or
  /// passed back.
  package func join() {
    lock.withLock { joined = .next() }
  }

  /// Returns the stamp under which the second side accepts the first side's current value, or `nil` if it must not
  /// accept the value. `stamp` is the value's own. The change that set the value may be delivered later, and is then
  /// not passed on again.
  package func take(_ stamp: Stamp) -> Stamp? {
    lock.withLock {
      guard let joined else { return nil }
      taken = stamp
      return pass(max(joined, stamp))
    }
  }

  /// Returns the stamp under which the second side accepts a change from the first, or `nil` if it must not accept the
  /// change.
  ///
  /// - Parameter late: the first side's `lateStamp`. If that is `.none`, nothing is bound to the first side: a change
  ///   without a stamp then counts as a set of the second side.
  package func forth(_ stamp: Stamp, isReplay: Bool = false, late: @autoclosure () -> Stamp = .none) -> Stamp? {
    let stamp = stamp == .none ? late() : stamp
    if stamp == .none { return stamp }
    return lock.withLock {
      guard let joined else { return nil }
      if isReplay { return pass(max(joined, stamp)) }
      if stamp <= taken { return nil }
      // Equal stamps: the second side's first value, which has come back to the first side around a ring.
      if stamp >= joined { return pass(stamp) }
      return pass(joined.laterStep(depth: stamp.depth))
    }
  }

  /// Returns the stamp under which the first side accepts a change from the second, or `nil` if the change was made
  /// before the binding, came from the first side, or has been overtaken.
  package func back(_ stamp: Stamp) -> Stamp? {
    lock.withLock {
      guard let joined, stamp > joined else { return nil }
      return pass(stamp)
    }
  }

  /// Whether the first side must accept the second side's value, whose stamp is `second`. If so, the binding passed
  /// that value on under a later stamp than the first side's own, and the first side has since accepted a change,
  /// `stamp`, that lies between the two.
  package func takesBack(_ second: Stamp, insteadOf stamp: Stamp) -> Bool {
    lock.withLock { stamp < second && second == newest && stamp > taken }
  }

  private func pass(_ stamp: Stamp) -> Stamp? {
    guard stamp > newest else { return nil }
    newest = stamp
    return stamp
  }
}
