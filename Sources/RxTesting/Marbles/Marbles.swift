public import RxCore

/// A marble diagram of events: a line of characters that represents a span of time.
///
///     let events = try Marbles("--a--(bc)--|").events(values: ["a": 1, "b": 2, "c": 3])
///
/// | symbol | meaning |
/// | --- | --- |
/// | `-` | a frame in which nothing happens |
/// | a letter or digit | an element; takes one frame, as do all events |
/// | <code>&#124;</code> | the completion |
/// | `#` | the error |
/// | `(ab)` | simultaneous events; a group takes one frame, however many events it has |
/// | `^` | where the observer of a hot observable subscribes; events before it have earlier times |
/// | `10ms`, `1.5s`, `2m` | a span of time; separated by spaces |
/// | a space | ignored; aligns diagrams |
///
/// The ``MarbleScale`` defines a frame's length and the first frame's tick. Unlike in RxJS, a group takes one frame,
/// however many characters it has. ``Subscription/init(marbles:scale:)`` parses the diagram of a subscription.
public struct Marbles: Equatable, Sendable {
  /// The diagram as written.
  public let text: String

  /// Maps frames to ticks.
  public let scale: MarbleScale

  let marks: [MarbleMark]

  /// Parses a diagram. Throws an error for the first mistake in it.
  ///
  /// - Parameters:
  ///   - text: the diagram.
  ///   - scale: maps frames to ticks.
  public init(_ text: String, scale: MarbleScale = MarbleScale()) throws(MarbleSyntaxError) {
    var parser = MarbleParser(text, scale: scale, notation: .events)
    self.text = text
    self.scale = scale
    self.marks = try parser.parse()
  }

  /// Parses a diagram of a cold observable. Throws an error for the first mistake in it.
  ///
  /// A cold observable starts at each subscription, so its diagram has no `^`.
  ///
  /// - Parameters:
  ///   - text: the diagram.
  ///   - scale: maps frames to ticks.
  public init(cold text: String, scale: MarbleScale = MarbleScale()) throws(MarbleSyntaxError) {
    try self.init(text, scale: scale)
    guard let origin = marks.first(where: { $0.kind == .subscription }) else { return }
    throw problem(
      origin, "a subscription in a cold observable",
      "Leave out \"^\": a cold observable begins with its first frame at each subscription.")
  }

  /// Whether a `^` in the diagram marks when the observer subscribes.
  public var hasSubscriptionPoint: Bool { marks.contains { $0.kind == .subscription } }

  /// The events, with elements from `values`. Throws a ``MarbleSyntaxError`` if an element has no value.
  ///
  /// - Parameters:
  ///   - values: the element for each symbol.
  ///   - error: the error for `#`.
  public func events<Value>(
    values: [Character: Value], error: any Error = MarbleError()
  ) throws -> [Recorded<Event<Value>>] {
    try records(error: error) { mark, symbol in
      guard let value = values[symbol] else { throw missingValue(of: symbol, mark, among: values.keys) }
      return value
    }
  }

  /// The events, with the symbols as elements: characters, strings or, for digits, numbers.
  ///
  /// Throws a ``MarbleSyntaxError`` if a symbol is not a valid element.
  ///
  /// - Parameters:
  ///   - type: the type of the elements.
  ///   - error: the error for `#`.
  public func events<Value: LosslessStringConvertible>(
    of type: Value.Type = Value.self, error: any Error = MarbleError()
  ) throws -> [Recorded<Event<Value>>] {
    try records(error: error) { mark, symbol in
      guard let value = Value(String(symbol)) else {
        throw problem(
          mark, "the element \"\(symbol)\", which is not a valid \(Value.self)",
          "Say what the elements stand for with `values`."
        )
      }
      return value
    }
  }

  /// The events, with the closure's results as elements. Throws the closure's errors, and a ``MarbleSyntaxError`` if an
  /// event is later than the last tick.
  ///
  /// - Parameters:
  ///   - error: the error for `#`.
  ///   - transform: returns the element for a symbol.
  public func events<Value>(
    error: any Error = MarbleError(), _ transform: (Character) throws -> Value
  ) throws -> [Recorded<Event<Value>>] {
    try records(error: error) { _, symbol in try transform(symbol) }
  }

  private func records<Value>(
    error: any Error, _ element: (MarbleMark, Character) throws -> Value
  ) throws -> [Recorded<Event<Value>>] {
    let origin = marks.first { $0.kind == .subscription }?.time ?? 0
    return try marks.compactMap { mark in
      let (time, isTooLate) = scale.start.addingReportingOverflow(mark.time - origin)
      if isTooLate { throw problem(mark, "a time beyond the last tick", "Use an earlier start in the MarbleScale.") }
      switch mark.kind {
      case .element(let symbol): return .next(time, try element(mark, symbol))
      case .error: return .error(time, error)
      case .completed: return .completed(time)
      case .subscription, .unsubscription: return nil
      }
    }
  }

  /// The symbols of the elements, in order.
  var symbols: [Character] {
    marks.compactMap { if case .element(let symbol) = $0.kind { symbol } else { nil } }
  }

  private func missingValue(
    of symbol: Character, _ mark: MarbleMark, among known: some Collection<Character>
  ) -> MarbleSyntaxError {
    let list = known.isEmpty ? "none" : known.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
    let isDigit = symbol.isNumber
    return problem(
      mark, "the element \"\(symbol)\", for which there is no value",
      "Add it to `values`, which has \(list)\(isDigit ? "; or, for a span such as \"10ms\", put spaces around it" : "")."
    )
  }

  private func problem(_ mark: MarbleMark, _ problem: String, _ advice: String) -> MarbleSyntaxError {
    MarbleSyntaxError(marbles: text, position: mark.position, problem: problem, advice: advice)
  }
}

extension Subscription {
  /// Parses a diagram of a subscription, which begins at `^` and ends at `!`.
  ///
  ///     try Subscription(marbles: "--^---!")  // (2 : 6)
  ///
  /// The start of `scale` is the tick of the first frame, not of the `^`. Without `!`, the subscription was not
  /// disposed. Throws an error that describes the first mistake.
  ///
  /// - Parameters:
  ///   - marbles: the diagram.
  ///   - scale: maps frames to ticks.
  public init(marbles: String, scale: MarbleScale = MarbleScale()) throws(MarbleSyntaxError) {
    var parser = MarbleParser(marbles, scale: scale, notation: .subscription)
    let marks = try parser.parse()
    guard let begin = marks.first(where: { $0.kind == .subscription }) else {
      throw MarbleSyntaxError(
        marbles: marbles, position: marbles.count, problem: "no subscription",
        advice: "Write \"^\" where it begins. If no subscription is expected, give no diagram.")
    }
    let end = marks.first { $0.kind == .unsubscription }
    for mark in [begin, end ?? begin] where scale.start.addingReportingOverflow(mark.time).overflow {
      throw MarbleSyntaxError(
        marbles: marbles, position: mark.position, problem: "a time beyond the last tick",
        advice: "Use an earlier start in the MarbleScale.")
    }
    self.init(begin.time + scale.start, end.map { $0.time + scale.start } ?? .max)
  }
}
