import RxCore
import TestSupport

/// A source that retains its observers and emits to them even after terminal events and disposal.
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
