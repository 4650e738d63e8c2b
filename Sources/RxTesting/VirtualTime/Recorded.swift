public import RxCore

/// A point in virtual time, in ticks.
public typealias TestTime = Int

/// A value, such as an event, and the virtual time at which it was received.
///
/// Semantics: RxTest, Recorded.
public struct Recorded<Value> {
  /// The time at which the value was received, in ticks.
  public let time: TestTime

  /// The received value.
  public let value: Value

  /// Creates a record of `value` at `time`.
  public init(time: TestTime, value: Value) {
    self.time = time
    self.value = value
  }
}

extension Recorded: Sendable where Value: Sendable {}

extension Recorded: Equatable where Value: Equatable {}

extension Recorded: CustomDebugStringConvertible {
  /// The value and the time, as `next(a) @ 210`.
  public var debugDescription: String { "\(value) @ \(time)" }
}

extension Recorded {
  /// An element.
  ///
  /// - Parameters:
  ///   - time: when it is received, in ticks.
  ///   - element: the element.
  public static func next<Element>(_ time: TestTime, _ element: Element) -> Recorded<Event<Element>>
  where Value == Event<Element> {
    Recorded(time: time, value: .next(element))
  }

  /// The completion.
  ///
  /// - Parameters:
  ///   - time: when it is received, in ticks.
  ///   - type: the type of the elements, if the context does not determine it.
  public static func completed<Element>(
    _ time: TestTime, _ type: Element.Type = Element.self
  ) -> Recorded<Event<Element>> where Value == Event<Element> {
    Recorded(time: time, value: .completed)
  }

  /// An error.
  ///
  /// - Parameters:
  ///   - time: when it is received, in ticks.
  ///   - error: the error.
  ///   - type: the type of the elements, if the context does not determine it.
  public static func error<Element>(
    _ time: TestTime, _ error: any Error, _ type: Element.Type = Element.self
  ) -> Recorded<Event<Element>> where Value == Event<Element> {
    Recorded(time: time, value: .error(error))
  }
}

extension Recorded {
  /// A list of events whose element type is inferred from the events.
  ///
  ///     let expected = Recorded.events(.next(210, 1), .completed(250))
  public static func events<Element>(_ recordedEvents: Recorded<Event<Element>>...) -> [Recorded<Event<Element>>]
  where Value == Event<Element> {
    recordedEvents
  }

  /// A list of events whose element type is inferred from the events.
  public static func events<Element>(_ recordedEvents: [Recorded<Event<Element>>]) -> [Recorded<Event<Element>>]
  where Value == Event<Element> {
    recordedEvents
  }
}
