import RxCore
import TestSupport

/// A source controlled by a test, which counts subscriptions and disposals.
final class SourceProbe<Element: Sendable>: Sendable {
  private struct State {
    var observers: [AnyObserver<Element>] = []
    var subscriptions = 0
    var disposals = 0
  }

  private let state = Guarded(State())

  /// The number of subscriptions.
  var subscriptions: Int { state.withLock { $0.subscriptions } }

  /// The number of disposed subscriptions.
  var disposals: Int { state.withLock { $0.disposals } }

  /// The source. Unlike a subject, it still emits to observers that have disposed, so that a test sees which elements
  /// an operator does not stop.
  var observable: Observable<Element> {
    .create { observer in
      self.state.withLock {
        $0.observers.append(observer)
        $0.subscriptions += 1
      }
      return Disposables.create(with: { self.state.withLock { $0.disposals += 1 } })
    }
  }

  func send(_ elements: Element...) {
    for element in elements {
      for observer in state.withLock({ $0.observers }) { observer.onNext(element) }
    }
  }

  func fail(_ error: any Error) {
    for observer in state.withLock({ $0.observers }) { observer.onError(error) }
  }

  func complete() {
    for observer in state.withLock({ $0.observers }) { observer.onCompleted() }
  }
}
