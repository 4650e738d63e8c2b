/// A value of a control that can be read and set.
public protocol ControlPropertyType<Element>: ObservableType, ObserverType {
  /// The value as a ``ControlProperty``.
  func asControlProperty() -> ControlProperty<Element>
}

/// A value of a control, of a terminal for example: the text of an input line, the selected row.
///
/// As a sequence it sends the present value and what the user changes, and not what the program sets; it never fails,
/// and is subscribed on ``ConcurrentMainScheduler``. As an observer it sets the value; an error is reported to
/// ``Hooks/defaultErrorHandler``.
public struct ControlProperty<PropertyType>: ControlPropertyType {
  public typealias Element = PropertyType

  private let values: Observable<PropertyType>
  private let valueSink: AnyObserver<PropertyType>
  private let place: (file: StaticString, line: UInt)

  /// Makes a control property of a sequence and an observer that keep the promise.
  @preconcurrency
  public init<Values: ObservableType, ValueSink: ObserverType>(
    values: Values, valueSink: ValueSink, file: StaticString = #fileID, line: UInt = #line
  ) where Values.Element == PropertyType, ValueSink.Element == PropertyType, PropertyType: Sendable {
    self.values = values.asObservable().subscribe(on: ConcurrentMainScheduler.instance)
    self.valueSink = AnyObserver(valueSink)
    place = (file, line)
  }

  public func subscribe<Observer: ObserverType>(
    _ observer: Observer
  ) -> any Disposable where Observer.Element == PropertyType {
    values.subscribe(observer)
  }

  /// What the user changes, without the value that is present at subscription.
  public var changed: ControlEvent<PropertyType> { ControlEvent(subscribedOnMain: values.skip(1)) }

  public func asObservable() -> Observable<PropertyType> { values }

  public func asControlProperty() -> ControlProperty<PropertyType> { self }

  public func on(_ event: Event<PropertyType>) {
    switch event {
    case .next(let value): valueSink.onNext(value)
    case .error(let error): Hooks.report(unhandled: error, file: place.file, line: place.line)
    case .completed: valueSink.onCompleted()
    }
  }
}

extension ControlProperty: Sendable where PropertyType: Sendable {}

extension ControlPropertyType where Element == String? {
  /// The text, with an empty one in place of none.
  public var orEmpty: ControlProperty<String> {
    let original = asControlProperty()
    return ControlProperty<String>(
      values: original.asObservable().map { $0 ?? "" }, valueSink: original.mapObserver { $0 })
  }
}
