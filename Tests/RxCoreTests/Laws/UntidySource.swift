import RxCore
import TestSupport

/// A source that goes on sending to everyone after terminal events and after disposal.
final class UntidySource: Observable<Int>, @unchecked Sendable {
  private let observers = Guarded<[ObserverBase<Int>]>([])

  override func subscribe(erased observer: ObserverBase<Int>) -> any Disposable {
    observers.withLock { $0.append(observer) }
    return Disposables.create()
  }

  func send(_ event: Event<Int>) {
    for observer in observers.withLock({ $0 }) { observer.on(event) }
  }

  /// Lets go of everyone.
  func forgetObservers() { observers.withLock { $0 = [] } }
}
