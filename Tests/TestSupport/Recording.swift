import Dispatch
public import RxCore
import Synchronization

/// A list of elements in the order in which they were received or added, on any threads.
///
/// Add elements by hand, or subscribe it: then it also records the terminal events, and it can dispose its subscription
/// after a number of elements.
public final class Recording<Element: Sendable>: ObserverType, Sendable {
  private struct State {
    var elements: [Element] = []
    var terminals: [String] = []
    var subscription: (any Disposable)?
    var limit = Int.max
  }

  private let state = Guarded(State())
  private let ended = DispatchSemaphore(value: 0)
  private let isInside = Atomic<Bool>(false)
  private let overlaps = Atomic<Bool>(false)

  public init() {}

  /// The elements so far.
  public var elements: [Element] { state.withLock { $0.elements } }

  /// The number of elements so far.
  public var count: Int { state.withLock { $0.elements.count } }

  /// Adds an element and returns the number of elements.
  @discardableResult
  public func add(_ element: Element) -> Int {
    state.withLock {
      $0.elements.append(element)
      return $0.elements.count
    }
  }

  /// Forgets the elements so far.
  public func removeAll() { state.withLock { $0.elements = [] } }

  /// The terminal events so far, as text: `completed`, or the error.
  public var terminals: [String] { state.withLock { $0.terminals } }

  /// Whether an event arrived while another one was being recorded.
  public var hasOverlapped: Bool { overlaps.load(ordering: .acquiring) }

  public func on(_ event: Event<Element>) {
    if isInside.exchange(true, ordering: .acquiringAndReleasing) { overlaps.store(true, ordering: .releasing) }
    let mustDispose = state.withLock { state in
      switch event {
      case .next(let element): state.elements.append(element)
      case .error(let error): state.terminals.append("\(error)")
      case .completed: state.terminals.append("completed")
      }
      return event.element != nil && state.elements.count == state.limit
    }
    isInside.store(false, ordering: .releasing)
    if event.isStopEvent { ended.signal() }
    if mustDispose { dispose() }
  }

  public func dispose() {
    let subscription = state.withLock { $0.subscription }
    subscription?.dispose()
    ended.signal()
  }

  /// Waits for a terminal event or disposal. Returns `false` if there is none within the limit.
  public func waitForEnd() -> Bool { ended.wait(timeout: .now() + limit) == .success }

  /// Like `waitForEnd()`, but does not block the caller.
  public func end() async throws -> Bool { try await onDedicatedThread { self.waitForEnd() } }

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
  public func record(disposeAfter limit: Int = .max) -> Recording<Element> {
    let recording = Recording<Element>()
    recording.start(asObservable(), disposeAfter: limit)
    return recording
  }
}
