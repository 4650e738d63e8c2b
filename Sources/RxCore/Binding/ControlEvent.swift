/// A sequence of a control's events. It never fails, and its source is subscribed to on the main queue.
public protocol ControlEventType<Element>: ObservableType {
  /// Returns the sequence as a ``ControlEvent``.
  func asControlEvent() -> ControlEvent<Element>
}

/// The events of a control, for example the key presses, resizes or lines of a terminal.
///
/// The sequence never fails, does not replay, and is subscribed to on ``ConcurrentMainScheduler``. Its source must emit
/// on the main queue, and complete when the control is deallocated.
public struct ControlEvent<PropertyType>: ControlEventType {
  public typealias Element = PropertyType

  private let events: Observable<PropertyType>

  /// Creates a control event from a sequence that emits on the main queue and never fails.
  @preconcurrency
  public init<Events: ObservableType>(events: Events) where Events.Element == PropertyType, PropertyType: Sendable {
    self.events = events.asObservable().subscribe(on: ConcurrentMainScheduler.instance)
  }

  /// Creates a control event from a sequence that already subscribes to its source on the main queue.
  init(subscribedOnMain events: Observable<PropertyType>) {
    self.events = events
  }

  public func subscribe<Observer: ObserverType>(
    _ observer: Observer
  ) -> any Disposable where Observer.Element == PropertyType {
    events.subscribe(observer)
  }

  public func asObservable() -> Observable<PropertyType> { events }

  public func asControlEvent() -> ControlEvent<PropertyType> { self }
}

extension ControlEvent: Sendable where PropertyType: Sendable {}

extension Observable {
  /// Completes instead of failing, and reports the error: for controls, which must not fail.
  func reportingError(file: StaticString, line: UInt) -> Observable<Element> {
    self.catch { error in
      Hooks.report(unhandled: error, file: file, line: line)
      return .empty()
    }
  }
}
