import Dispatch
import RxCore
import TestSupport

/// An observer that records its events. It can dispose its subscription after a number of elements.
final class Recording<Element: Sendable>: ObserverType, Sendable {
  private struct State {
    var elements: [Element] = []
    var terminals: [String] = []
    var subscription: (any Disposable)?
    var limit = Int.max
  }

  private let state = Guarded(State())
  private let ended = DispatchSemaphore(value: 0)

  /// The elements so far.
  var elements: [Element] { state.withLock { $0.elements } }

  /// The terminal events so far, as text: `completed`, or the error.
  var terminals: [String] { state.withLock { $0.terminals } }

  func on(_ event: Event<Element>) {
    switch event {
    case .next(let element):
      let mustDispose = state.withLock {
        $0.elements.append(element)
        return $0.elements.count == $0.limit
      }
      if mustDispose { dispose() }
    case .error(let error):
      state.withLock { $0.terminals.append("\(error)") }
      ended.signal()
    case .completed:
      state.withLock { $0.terminals.append("completed") }
      ended.signal()
    }
  }

  func dispose() {
    let subscription = state.withLock { $0.subscription }
    subscription?.dispose()
    ended.signal()
  }

  /// Waits for a terminal event or disposal. Returns `false` if there is none within the limit.
  func waitForEnd() -> Bool { ended.wait(timeout: .now() + limit) == .success }

  /// Like `waitForEnd()`, but does not block the caller.
  func end() async throws -> Bool { try await onDedicatedThread { self.waitForEnd() } }

  fileprivate func start(_ source: Observable<Element>, disposeAfter limit: Int) {
    let subscription = SingleAssignmentDisposable()
    state.withLock {
      $0.subscription = subscription
      $0.limit = limit
    }
    // On the trampoline, so that `subscribe` returns and the subscription can be disposed before the first element.
    _ = CurrentThreadScheduler.instance.schedule(()) { _ in
      subscription.setDisposable(source.subscribe(self))
      return Disposables.create()
    }
  }
}

extension ObservableConvertibleType where Element: Sendable {
  /// Subscribes a ``Recording`` that disposes its subscription during the element with the number `limit`.
  func record(disposeAfter limit: Int = .max) -> Recording<Element> {
    let recording = Recording<Element>()
    recording.start(asObservable(), disposeAfter: limit)
    return recording
  }
}
