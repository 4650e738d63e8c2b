/// A sequence of the events of a control. It never fails, and is subscribed on the main queue.
public protocol ControlEventType<Element>: ObservableType {
  /// The sequence as a ``ControlEvent``.
  func asControlEvent() -> ControlEvent<Element>
}

/// The events of a control, of a terminal for example: key presses, resizes, lines.
///
/// It never fails, does not replay, and is subscribed on ``ConcurrentMainScheduler``. Its source must emit on the main queue,
/// and complete when the control is deallocated.
public struct ControlEvent<PropertyType>: ControlEventType {
  public typealias Element = PropertyType

  private let events: Observable<PropertyType>

  /// Makes a control event of a sequence that emits on the main queue and never fails.
  @preconcurrency
  public init<Events: ObservableType>(events: Events) where Events.Element == PropertyType, PropertyType: Sendable {
    self.events = events.asObservable().subscribe(on: ConcurrentMainScheduler.instance)
  }

  /// Makes a control event of a sequence that is subscribed on the main queue already.
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
