/// A type that receives the events of a sequence.
///
/// Only ``on(_:)`` must be implemented, and the library calls no other method of a conforming type. Where speed matters,
/// subclass ``ObserverBase``, which receives elements that are not wrapped in events.
///
/// Events may arrive on different threads, but never two at the same time.
///
/// Semantics: ReactiveX, Observer.
public protocol ObserverType<Element> {
  /// The type of the elements that the observer receives.
  associatedtype Element

  /// Receives an event.
  func on(_ event: Event<Element>)
  /// Returns the observer as the base class that the library's operators use.
  ///
  /// Do not implement this method; the default wraps the observer.
  func asObserverBase() -> ObserverBase<Element>
}

extension ObserverType {
  /// Passes `element` to ``on(_:)``.
  public func onNext(_ element: Element) { on(.next(element)) }

  /// Passes `error` to ``on(_:)``.
  public func onError(_ error: any Error) { on(.error(error)) }

  /// Passes the completion to ``on(_:)``.
  public func onCompleted() { on(.completed) }

  public func asObserverBase() -> ObserverBase<Element> { EventHandlerObserver { self.on($0) } }

  /// Returns a type-erased observer that forwards to this one.
  public func asObserver() -> AnyObserver<Element> { AnyObserver(self) }
}

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

  /// Receives the subscription to a source before the source emits, if it has one. The library's own stages hold it.
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

/// A type-erased observer. The closure of ``ObservableType/create(_:)`` receives one.
///
/// Events may arrive on any thread, but never two at the same time. The observer passed to `create` drops events after
/// a terminal event or disposal.
public struct AnyObserver<Element>: ObserverType {
  private let observer: ObserverBase<Element>

  /// Creates an observer that calls `eventHandler` with each event.
  @preconcurrency
  public init(eventHandler: @escaping @Sendable (Event<Element>) -> Void) {
    observer = EventHandlerObserver(eventHandler)
  }

  /// Creates a type-erased observer that forwards to `observer`.
  public init<Observer: ObserverType>(_ observer: Observer) where Observer.Element == Element {
    self.observer = observer.asObserverBase()
  }

  public func on(_ event: Event<Element>) { observer.on(event) }

  /// Receives the next element.
  public func onNext(_ element: Element) { observer.onNext(element) }

  /// Receives the error that terminates the sequence.
  public func onError(_ error: any Error) { observer.onError(error) }

  /// Receives the completion of the sequence.
  public func onCompleted() { observer.onCompleted() }

  public func asObserverBase() -> ObserverBase<Element> { observer }

  /// The observer itself.
  public func asObserver() -> AnyObserver<Element> { self }
}

extension AnyObserver: Sendable where Element: Sendable {}
