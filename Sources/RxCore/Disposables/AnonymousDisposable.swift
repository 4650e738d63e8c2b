import Synchronization

extension Disposables {
  /// A disposable that calls `dispose` once, when it is first disposed.
  @preconcurrency
  public static func create(with dispose: @escaping @Sendable () -> Void) -> any Cancelable {
    AnonymousDisposable(dispose)
  }
}

/// A disposable that calls a closure once, then releases it. Created by `Disposables.create(with:)`.
final class AnonymousDisposable: Cancelable, Upstream, @unchecked Sendable {
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

  func silence() -> [any Disposable] { [] }
}
