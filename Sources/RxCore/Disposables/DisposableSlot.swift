internal import DeliveryCore
import Synchronization

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

/// A disposable that holds another disposable, which may be set only once.
///
/// If this one is disposed first, the other disposable is disposed as soon as it is set. May be used from any thread.
public final class SingleAssignmentDisposable: DisposableSlot, @unchecked Sendable {
  private let isAssigned = Atomic<Bool>(false)

  /// Creates a disposable that holds nothing yet.
  public init() {}

  /// Sets the disposable. A second call stops the program.
  public func setDisposable(_ disposable: any Disposable) {
    if isAssigned.exchange(true, ordering: .relaxed) {
      fatalError(
        "SingleAssignmentDisposable.setDisposable(_:) was called twice. Use a SerialDisposable to replace a disposable."
      )
    }
    replace(with: disposable).dispose()
  }
}

/// A disposable that holds another disposable, and disposes it when a new one is set.
///
/// Once disposed, it disposes each disposable that is set later. May be used from any thread.
public final class SerialDisposable: DisposableSlot, @unchecked Sendable {
  /// Creates a disposable that holds nothing yet.
  public init() {}

  /// The held disposable. Setting it disposes the previous one.
  public var disposable: any Disposable {
    get { current }
    set { replace(with: newValue).dispose() }
  }
}
