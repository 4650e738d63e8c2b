/// A control's value, which can be observed and set.
public protocol ControlPropertyType<Element>: ObservableType, ObserverType {
  /// Returns the value as a ``ControlProperty``.
  func asControlProperty() -> ControlProperty<Element>
}

/// A control's value, for example the text of an input line or the selected row.
///
/// As a sequence it emits the current value and each change made by the user, but not the values that the program sets.
/// It never fails, and is subscribed to on ``ConcurrentMainScheduler``. As an observer it sets the value; an error is
/// reported to ``Hooks/defaultErrorHandler``.
public struct ControlProperty<PropertyType>: ControlPropertyType {
  public typealias Element = PropertyType

  private let values: Observable<PropertyType>
  private let valueSink: AnyObserver<PropertyType>
  private let place: (file: StaticString, line: UInt)

  /// Creates a control property.
  ///
  /// - Parameters:
  ///   - values: emits the current value and each change made by the user, on the main queue, and never fails.
  ///   - valueSink: sets the control's value.
  ///   - file: the file in which the property is created, reported with an error.
  ///   - line: the line at which the property is created.
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

  /// The changes made by the user, without the current value on subscription.
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
  /// The text, with `""` in place of `nil`.
  public var orEmpty: ControlProperty<String> {
    let original = asControlProperty()
    return ControlProperty<String>(
      values: original.asObservable().map { $0 ?? "" }, valueSink: original.mapObserver { $0 })
  }
}
