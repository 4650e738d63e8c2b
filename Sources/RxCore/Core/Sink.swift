import Synchronization

/// One subscription of an operator: it receives the source's events and forwards its own.
///
/// It owns the downstream observer and `cancel`, and holds the state of the subscription. After disposal it forwards nothing.
/// A terminal event is forwarded once, and disposes.
///
///     final class DoublingSink: Sink<Int, Int>, @unchecked Sendable {
///       override func onNext(_ element: Int) { forwardNext(element * 2) }
///     }
///
/// A subclass restates `@unchecked Sendable`, and is `nonisolated` in a module whose default isolation is the main actor.
open class Sink<Element, Output>: ObserverBase<Element>, Disposable, @unchecked Sendable {
  /// The downstream observer.
  public final let observer: ObserverBase<Output>
  private final let cancel: any Cancelable
  private final let disposal = Atomic<Bool>(false)

  /// Makes a sink that forwards to `observer`.
  public init(observer: ObserverBase<Output>, cancel: any Cancelable) {
    self.observer = observer
    self.cancel = cancel
    super.init()
    Resources.count(self)
  }

  deinit { Resources.uncount() }

  /// Whether the sink has been disposed, by a terminal event among others.
  ///
  /// A subscriber can dispose only what `subscribe` has returned, so this is `false` until then, except after a terminal event.
  public final var isDisposed: Bool { disposal.load(ordering: .acquiring) }

  /// Forwards `element`, unless disposed.
  public final func forwardNext(_ element: Output) {
    if !disposal.load(ordering: .acquiring) { observer.onNext(element) }
  }

  /// Forwards `error`, once and unless disposed, and disposes.
  public final func forwardError(_ error: any Error) {
    guard !disposal.exchange(true, ordering: .acquiringAndReleasing) else { return }
    observer.onError(error)
    cancel.dispose()
  }

  /// Forwards the completion, once and unless disposed, and disposes.
  public final func forwardCompleted() {
    guard !disposal.exchange(true, ordering: .acquiringAndReleasing) else { return }
    observer.onCompleted()
    cancel.dispose()
  }

  /// Forwards the error; override to do otherwise.
  open override func onError(_ error: any Error) { forwardError(error) }

  /// Forwards the completion; override to do otherwise.
  open override func onCompleted() { forwardCompleted() }

  /// Stops forwarding and disposes the subscription. May be called at any time, from any thread, any number of times.
  open func dispose() {
    // After a terminal event, a load tells; it costs less than the exchange.
    if disposal.load(ordering: .acquiring) { return }
    if !disposal.exchange(true, ordering: .acquiringAndReleasing) { cancel.dispose() }
  }
}

/// A sink that forwards everything as it is, until disposed.
class IdentitySink<Element>: Sink<Element, Element>, @unchecked Sendable {
  final override func onNext(_ element: Element) { forwardNext(element) }
}
