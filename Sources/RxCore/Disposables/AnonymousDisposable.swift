internal import DeliveryCore
import Synchronization

/// A disposable that calls a closure once, then releases it. Created by `Disposables.create(with:)`.
final class AnonymousDisposable: Cancelable, @unchecked Sendable {
  private let disposal = Atomic<Bool>(false)
  // Accessed only by the first caller of `dispose`.
  private var action: (@Sendable () -> Void)?

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  var isDisposed: Bool { disposal.load(ordering: .acquiring) }

  func dispose() {
    guard !disposal.exchange(true, ordering: .acquiringAndReleasing) else { return }
    action.take()?()
  }
}

/// Calls a closure once, and disposes what the closure returns, in the loop that ends the chain.
final class OnceDisposable: Upstream {
  private let hasEnded = Atomic<Bool>(false)
  private let release: @Sendable () -> (any Disposable)?

  init(_ release: @escaping @Sendable () -> (any Disposable)?) {
    self.release = release
  }

  func dispose() { endChain() }

  func silence() -> [any Disposable] { [] }

  func end(_ rest: inout [any Disposable]) -> (any Upstream)? {
    if !hasEnded.exchange(true, ordering: .acquiringAndReleasing), let last = release() { rest.append(last) }
    return nil
  }
}
