internal import DeliveryCore

/// A disposable that holds at most one other disposable, and disposes it when disposed itself.
///
/// The base class of ``SerialDisposable`` and ``SingleAssignmentDisposable``. May be used from any thread. No lock is held
/// during a disposal.
public class DisposableSlot: Cancelable, DisposableContainer, @unchecked Sendable {
  private final let lock = Lock()
  // Guarded by the lock.
  /// A no-op if the slot is empty. Not optional, because copying an optional of this type takes a runtime call.
  @exclusivity(unchecked) private final var held: any Disposable
  @exclusivity(unchecked) private final var hasBegun = false
  /// Whether the contents, which then no longer change, are silent.
  @exclusivity(unchecked) private final var isSilent = false

  init(holding disposable: any Disposable = NopDisposable.noOp) {
    held = disposable
  }

  /// Whether the disposal has begun. What is set later is disposed; what is held is first silenced, then removed.
  public final var isDisposed: Bool { lock.withLock { hasBegun } }

  /// The held disposable; one that does nothing if the slot is empty or has been disposed.
  final var current: any Disposable { lock.withLock { hasBegun ? NopDisposable.noOp : held } }

  /// Holds `disposable`, and returns the disposable that the caller must dispose: the previous one or, after disposal,
  /// `disposable` itself.
  final func replace(with disposable: any Disposable) -> any Disposable {
    lock.withLock {
      hasBegun ? disposable : exchange(&held, with: disposable)
    }
  }

  /// Empties the slot and returns the disposable that the caller must dispose.
  final func empty() -> any Disposable { replace(with: NopDisposable.noOp) }

  /// Empties the slot for good and returns the disposable that the caller must dispose.
  final func close() -> any Disposable {
    lock.withLock {
      hasBegun = true
      return exchange(&held, with: NopDisposable.noOp)
    }
  }

  /// Disposes the held disposable and any that is set later.
  public final func dispose() { endChain() }

  package func silence() -> [any Disposable] {
    lock.withLock {
      hasBegun = true
      return isSilent || type(of: held) == NopDisposable.self ? [] : [held]
    }
  }

  package func didSilenceContents() { lock.withLock { isSilent = true } }

  package func removeContents(to rest: inout [any Upstream]) -> (any Upstream)? { asUpstream(close()) }
}
