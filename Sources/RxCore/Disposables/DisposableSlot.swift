internal import DeliveryCore

/// Room for one disposable, open or closed: the one mechanism behind all that hold one. No lock is held during a disposal.
final class DisposableSlot: @unchecked Sendable {
  private let lock = Lock()
  @exclusivity(unchecked) private var held: (any Disposable)?
  @exclusivity(unchecked) private var isClosed = false

  var isDisposed: Bool { lock.withLock { isClosed } }

  /// What is held, unless the slot is closed.
  var current: (any Disposable)? { lock.withLock { isClosed ? nil : held } }

  /// Puts `disposable` in and returns what must be disposed instead: the one before, or `disposable` itself.
  func replace(with disposable: any Disposable) -> (any Disposable)? {
    lock.withLock {
      if isClosed { return disposable }
      let before = held
      held = disposable
      return before
    }
  }

  /// Closes the slot and returns what was in it.
  func close() -> (any Disposable)? {
    lock.withLock {
      isClosed = true
      let last = held
      held = nil
      return last
    }
  }

  /// Closes the slot and disposes what is in it. It stays there until that is done, so that others who dispose meanwhile can
  /// help to silence it.
  func dispose() {
    let (last, isFirst) = lock.withLock {
      defer { isClosed = true }
      return (held, !isClosed)
    }
    guard let last else { return }
    if !isFirst { return last.silence() }
    last.dispose()
    let released = lock.withLock {
      let released = held
      held = nil
      return released
    }
    withExtendedLifetime(released) {}
  }
}
