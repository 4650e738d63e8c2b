internal import DeliveryCore

/// Holds one disposable, until it is closed: the one mechanism of all classes that hold one. No lock is held during a disposal.
final class DisposableSlot: @unchecked Sendable {
  private let lock = Lock()
  @exclusivity(unchecked) private var held: (any Disposable)?
  @exclusivity(unchecked) private var isClosed = false
  @exclusivity(unchecked) private var threads = DisposingThreads()

  var isDisposed: Bool { lock.withLock { isClosed } }

  /// The held disposable, unless the slot is closed.
  var current: (any Disposable)? { lock.withLock { isClosed ? nil : held } }

  /// Stores `disposable`, and returns what the caller must dispose: the previous one, or `disposable` itself if the slot is
  /// closed.
  func replace(with disposable: (any Disposable)?) -> (any Disposable)? {
    lock.withLock {
      if isClosed { return disposable }
      let before = held
      held = disposable
      return before
    }
  }

  /// Closes the slot and returns what it held.
  func close() -> (any Disposable)? {
    lock.withLock {
      isClosed = true
      let last = held
      held = nil
      return last
    }
  }

  /// Closes the slot and disposes what it holds. It holds it until that is done, so that other threads that dispose meanwhile
  /// can help to silence it.
  func dispose() {
    var isFirst = false
    let last = lock.withLock { () -> (any Disposable)? in
      if !isClosed {
        isClosed = true
        isFirst = true
        threads.begin()
        return held
      }
      return held != nil && threads.help() ? held : nil
    }
    guard let last else { return }
    if !isFirst {
      last.silence()
      return lock.withLock { threads.helperLeaves() }
    }
    last.dispose()
    let released = lock.withLock {
      let released = held
      held = nil
      return released
    }
    withExtendedLifetime(released) {}
  }
}
