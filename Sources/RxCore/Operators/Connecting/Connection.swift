internal import DeliveryCore
import Synchronization

/// A subject, and at most one subscription to the source that feeds it.
///
///     made ───start──▶ running ───terminal event──▶ ending ───source disposed──▶ ended
///       │                 │                           ▲
///       └────disposal─────┴─────────disposal──────────┘
///
/// A connection that is ending is silent, and no longer current. It forwards the terminal event, if any, and then
/// disposes the source. Once it has ended, the next connection may start.
///
/// A connection stops being current before it forwards a terminal event, so a subscriber that subscribes during that
/// event joins the next connection, which starts once all observers have received the event. But if the source
/// terminates while the subject delivers an element, the observers receive the event later, and the next connection
/// does not wait.
final class Connection<Element>: Cancelable, Upstream, @unchecked Sendable {
  /// The sequence that members subscribe to.
  let subject: Observable<Element>
  // Written only by the initialiser; a weak reference may be read by any thread.
  private weak var connections: Connections<Element>?
  private let subscribe: (Connection) -> any Disposable
  /// Called when the connection is disposed before its source has terminated, possibly more than once.
  private let didDispose: () -> Void
  private let upstream = SingleAssignmentDisposable()
  private let isSilent = Atomic<Bool>(false)
  private let hasEnded = Atomic<Bool>(false)
  private let slot = DisposableSlot()

  /// - Parameters:
  ///   - didDispose: called when the connection is disposed before its source has terminated.
  ///   - subscribe: subscribes to the source.
  init(
    in connections: Connections<Element>, subject: Observable<Element>, didDispose: @escaping () -> Void = {},
    subscribe: @escaping (Connection) -> any Disposable
  ) {
    self.connections = connections
    self.subject = subject
    self.subscribe = subscribe
    self.didDispose = didDispose
  }

  /// Whether elements must no longer be forwarded.
  var isDisposed: Bool { isSilent.load(ordering: .acquiring) }

  /// The disposable that `connect()` returns. It is empty once the connection has ended, so that its owner then retains
  /// neither the subject nor the source.
  func makeDisposer() -> any Disposable {
    _ = slot.replace(with: self)
    return slot
  }

  func dispose() { endChain() }

  func silence() -> [any Disposable] {
    isSilent.store(true, ordering: .releasing)
    if !hasEnded.load(ordering: .acquiring) { didDispose() }
    return []
  }

  /// Subscribes to the source, which on the trampoline emits only once it is linked, and so can be disposed.
  func start() { Trampoline.run { upstream.setDisposable(subscribe(self)) } }

  func end(_ rest: inout [any Upstream]) -> (any Upstream)? { end(&rest, after: didDispose) }

  /// Ends the connection once. Calls `forward`, which forwards the source's terminal event, and then disposes the source.
  func end(after forward: () -> Void) { RxCore.endChain { end(&$0, after: forward) } }

  private func end(_ rest: inout [any Upstream], after forward: () -> Void) -> (any Upstream)? {
    let connections = connections  // Retained: the terminal event may release all other references.
    connections?.willEnd(self)
    isSilent.store(true, ordering: .releasing)
    rest.append(AnonymousDisposable { connections?.didEnd(self) })
    if hasEnded.exchange(true, ordering: .acquiringAndReleasing) { return nil }
    forward()
    _ = slot.close()
    return upstream
  }
}
