import RxCore
import TestSupport

/// A source that still emits to all observers after terminal events and after disposal, and retains them.
final class UntidySource<Element: Sendable>: Observable<Element>, @unchecked Sendable {
  private let observers = Guarded<[ObserverBase<Element>]>([])

  override func subscribe(erased observer: ObserverBase<Element>) -> any Disposable {
    observers.withLock { $0.append(observer) }
    return Disposables.create()
  }

  func send(_ event: Event<Element>) {
    for observer in observers.withLock({ $0 }) { observer.on(event) }
  }

  /// Releases all observers.
  func forgetObservers() { observers.withLock { $0 = [] } }
}
