internal import DeliveryCore

/// Holds one disposable until it is disposed itself: the base of ``SerialDisposable``, ``SingleAssignmentDisposable`` and
/// ``ScheduledDisposable``. May be used from any thread. No lock is held during a disposal.
public class DisposableSlot: Cancelable, SilencingDisposable, @unchecked Sendable {
  private final let lock = Lock()
  // Guarded by the lock.
  @exclusivity(unchecked) private final var held: (any Disposable)?
  @exclusivity(unchecked) private final var isClosed = false
  @exclusivity(unchecked) private final var threads = DisposingThreads()

  init() {}

  public final var isDisposed: Bool { lock.withLock { isClosed } }

  /// The held disposable, until disposal.
  final var current: (any Disposable)? { lock.withLock { isClosed ? nil : held } }

  /// Holds `disposable`, and returns what the caller must dispose: the previous one, or `disposable` itself after disposal.
  final func replace(with disposable: (any Disposable)?) -> (any Disposable)? {
    lock.withLock {
      if isClosed { return disposable }
      let before = held
      held = disposable
      return before
    }
  }

  /// Ends as if disposed, and returns what the caller must dispose.
  final func close() -> (any Disposable)? {
    lock.withLock {
      isClosed = true
      return held.take()
    }
  }

  /// Disposes the held disposable, and each one that is set later.
  public func dispose() {
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
    // It is held until that is done, so that other threads that dispose meanwhile can help to silence it.
    last.dispose()
    let released = lock.withLock { held.take() }
    withExtendedLifetime(released) {}
  }
}
