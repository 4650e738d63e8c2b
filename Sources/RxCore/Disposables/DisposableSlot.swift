internal import DeliveryCore

/// A disposable that holds at most one other disposable, and disposes it when disposed itself.
///
/// The base class of ``SerialDisposable``, ``SingleAssignmentDisposable`` and ``ScheduledDisposable``. May be used from
/// any thread. No lock is held during a disposal.
public class DisposableSlot: Cancelable, SilencingDisposable, @unchecked Sendable {
  private final let lock = Lock()
  // Guarded by the lock.
  @exclusivity(unchecked) private final var held: (any Disposable)?
  @exclusivity(unchecked) private final var isClosed = false
  @exclusivity(unchecked) private final var threads = DisposingThreads()

  init() {}

  public final var isDisposed: Bool { lock.withLock { isClosed } }

  /// The held disposable; `nil` after disposal.
  final var current: (any Disposable)? { lock.withLock { isClosed ? nil : held } }

  /// Holds `disposable`, and returns the disposable that the caller must dispose: the previous one or, after disposal,
  /// `disposable` itself.
  final func replace(with disposable: (any Disposable)?) -> (any Disposable)? {
    lock.withLock {
      if isClosed { return disposable }
      let before = held
      held = disposable
      return before
    }
  }

  /// Marks the slot as disposed and returns the held disposable, which the caller must dispose.
  final func close() -> (any Disposable)? {
    lock.withLock {
      isClosed = true
      return held.take()
    }
  }

  /// Disposes the held disposable and any that is set later.
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
    // Keep holding the disposable while it is being disposed, so that other threads that call `dispose` can help
    // silence it.
    last.dispose()
    let released = lock.withLock { held.take() }
    withExtendedLifetime(released) {}
  }
}
