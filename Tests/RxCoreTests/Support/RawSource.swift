import RxCore
import TestSupport

/// A source that emits directly to its observers, even after disposal or a terminal event, so that a test sees which
/// events an operator does not stop.
final class RawSource: Observable<Int>, @unchecked Sendable {  // The lock guards the state.
  private struct State {
    var observers: [ObserverBase<Int>] = []
    var subscriptions = 0
    var disposals = 0
  }

  private let state = Guarded(State())
  private let whenSubscribed: @Sendable (RawSource) -> Void

  /// - Parameter whenSubscribed: called during each `subscribe`.
  init(whenSubscribed: @escaping @Sendable (RawSource) -> Void = { _ in }) {
    self.whenSubscribed = whenSubscribed
    super.init()
  }

  /// The number of subscriptions minus the number of disposals.
  var unbalanced: Int { state.withLock { $0.subscriptions - $0.disposals } }

  override func subscribe(erased observer: ObserverBase<Int>) -> any Disposable {
    state.withLock {
      $0.observers.append(observer)
      $0.subscriptions += 1
    }
    whenSubscribed(self)
    return Subscription { [state] in state.withLock { $0.disposals += 1 } }
  }

  func send(_ event: Event<Int>) {
    for observer in state.withLock({ $0.observers }) { observer.on(event) }
  }

  /// Releases all observers.
  func forget() {
    let last = state.withLock { state in
      let last = state.observers
      state.observers = []
      return last
    }
    withExtendedLifetime(last) {}
  }

  /// A disposable that, unlike those of the library, counts a second disposal.
  private final class Subscription: Disposable {
    private let action: @Sendable () -> Void
    init(_ action: @escaping @Sendable () -> Void) { self.action = action }
    func dispose() { action() }
  }
}
