/// The class behind every observer of the library: an observer known by its element alone.
///
/// Elements and terminal events come by separate calls. An event of a generic element handed through a virtual call is
/// copied by its run-time metadata at every stage; that cost more than all else together.
///
/// Subclass it, or better ``Sink``, to write an operator.
open class ObserverBase<Element>: ObserverType, @unchecked Sendable {
  /// Makes an observer that ignores everything.
  public init() {}

  /// Takes the next element.
  open func onNext(_ element: Element) {}

  /// Takes the error that ends the sequence.
  open func onError(_ error: any Error) {}

  /// Takes the end of the sequence.
  open func onCompleted() {}

  public final func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): onNext(element)
    case .error(let error): onError(error)
    case .completed: onCompleted()
    }
  }

  public final func asObserverBase() -> ObserverBase<Element> { self }
}
