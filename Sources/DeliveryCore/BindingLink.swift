/// What one binding knows: with which stamp it passes a change on, and whether at all. See ``Stamp``.
package final class BindingLink: @unchecked Sendable {
  private let lock = Lock()
  /// When the two were bound, if the second side has taken the value of the first. Guarded by the lock, as all else.
  @exclusivity(unchecked) private var joined: Stamp?
  /// The last step that was given to a late change.
  @exclusivity(unchecked) private var lastStep = Stamp.none
  /// The newest stamp that was passed on. No change goes back over the binding by which it came, nor after a newer one.
  @exclusivity(unchecked) private var newest = Stamp.none

  /// - Parameter joins: whether the second side takes the value of the first at the beginning. Then nothing is passed on
  ///   before ``join()``.
  package init(joins: Bool) {
    joined = joins ? nil : Stamp.none
  }

  /// Draws the stamp of the binding. Called between the registration of the way back and that of the way forth. So a set of
  /// the second side is either older, or is passed back.
  package func join() {
    lock.withLock {
      let stamp = Stamp.next()
      joined = stamp
      lastStep = stamp
    }
  }

  /// The stamp with which the second side takes a change of the first; `nil` if it does not.
  package func forth(_ stamp: Stamp, isReplay: Bool = false) -> Stamp? {
    lock.withLock {
      guard let joined else { return nil }
      if isReplay { return pass(max(joined, stamp)) }
      if stamp > joined { return pass(stamp) }
      lastStep = lastStep.nextStep ?? .next()
      return pass(lastStep)
    }
  }

  /// The stamp with which the first side takes a change of the second; `nil` if it does not, because it was made before they
  /// were bound, or came from the first side.
  package func back(_ stamp: Stamp) -> Stamp? {
    lock.withLock {
      guard let joined, stamp.isLaterSet(than: joined) else { return nil }
      return pass(stamp)
    }
  }

  private func pass(_ stamp: Stamp) -> Stamp? {
    guard stamp > newest else { return nil }
    newest = stamp
    return stamp
  }
}
