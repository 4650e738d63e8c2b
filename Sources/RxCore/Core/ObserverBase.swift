/// The base class of the library's observers, generic only over the element type.
///
/// Elements and terminal events arrive through separate methods. Passing a generic `Event` through a virtual call would
/// copy the event through its runtime metadata at each stage, which costs more than everything else combined.
///
/// To write an operator, subclass ``Sink``, or this class if ``Sink`` does not fit.
open class ObserverBase<Element>: ObserverType, @unchecked Sendable {
  /// Creates an observer that ignores all events.
  public init() {}

  /// Receives the next element.
  open func onNext(_ element: Element) {}

  /// Receives the error that terminates the sequence.
  open func onError(_ error: any Error) {}

  /// Receives the completion of the sequence.
  open func onCompleted() {}

  /// Receives the subscription to a source before the source emits, if it has one. A sink holds it, an
  /// `AnonymousObserver` does not.
  func onSubscribe(_ upstream: consuming any Upstream) {}

  #if DEBUG
    /// Where the subscription was made, if known.
    package var subscriptionPlace: String? { nil }
  #endif

  public final func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): onNext(element)
    case .error(let error): onError(error)
    case .completed: onCompleted()
    }
  }

  public final func asObserverBase() -> ObserverBase<Element> { self }
}
