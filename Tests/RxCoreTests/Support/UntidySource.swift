import RxCore
import TestSupport

/// A source that goes on sending to everyone after terminal events and after disposal, and holds on to them.
final class UntidySource<Element: Sendable>: Observable<Element>, @unchecked Sendable {
  private let observers = Guarded<[ObserverBase<Element>]>([])

  override func subscribe(erased observer: ObserverBase<Element>) -> any Disposable {
    observers.withLock { $0.append(observer) }
    return Disposables.create()
  }

  func send(_ event: Event<Element>) {
    for observer in observers.withLock({ $0 }) { observer.on(event) }
  }

  /// Lets go of everyone.
  func forgetObservers() { observers.withLock { $0 = [] } }
}
