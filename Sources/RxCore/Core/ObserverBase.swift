/// The base class of all observers of the library: an observer that is known by its element alone.
///
/// Elements and terminal events come by separate calls. A virtual call that takes an event of a generic element copies it by
/// its run-time metadata, at each stage, which costs more than everything else together.
///
/// Subclass it, or better ``Sink``, to write an operator.
open class ObserverBase<Element>: ObserverType, @unchecked Sendable {
  /// Makes an observer that ignores everything.
  public init() {}

  /// Takes the next element.
  open func onNext(_ element: Element) {}

  /// Takes the error that ends the sequence.
  open func onError(_ error: any Error) {}

  /// Takes the completion of the sequence.
  open func onCompleted() {}

  /// Receives the subscription to a source, before the source emits. The stages of the library hold it.
  func onSubscribe(_ upstream: any Upstream) {}

  public final func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): onNext(element)
    case .error(let error): onError(error)
    case .completed: onCompleted()
    }
  }

  public final func asObserverBase() -> ObserverBase<Element> { self }
}
