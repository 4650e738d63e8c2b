public import RxCore

/// A marble diagram of events: a line of characters that stands for a line of time.
///
///     let events = try Marbles("--a--(bc)--|").events(values: ["a": 1, "b": 2, "c": 3])
///
/// | symbol | meaning |
/// | --- | --- |
/// | `-` | a frame in which nothing happens |
/// | a letter or digit | an element; it takes a frame, as all events do |
/// | <code>&#124;</code> | the completion |
/// | `#` | the error |
/// | `(ab)` | events at one time; a group takes one frame, whatever the number of its events |
/// | `^` | where the observer of a hot observable subscribes; events before it are earlier |
/// | `10ms`, `1.5s`, `2m` | time that passes; set apart by spaces |
/// | a space | nothing; it aligns diagrams |
///
/// The ``MarbleScale`` says how long a frame is, and which tick the first frame has. Unlike in RxJS, a group takes one frame,
/// not as many as it has characters. ``Subscription/init(marbles:scale:)`` reads a diagram of a subscription.
public struct Marbles: Equatable, Sendable {
  /// The diagram as it was written.
  public let text: String

  /// The times of its frames.
  public let scale: MarbleScale

  let marks: [MarbleMark]

  /// Reads a diagram. Throws the first mistake in it.
  ///
  /// - Parameters:
  ///   - text: the diagram.
  ///   - scale: the times of its frames.
  public init(_ text: String, scale: MarbleScale = MarbleScale()) throws(MarbleSyntaxError) {
    var parser = MarbleParser(text, scale: scale, notation: .events)
    self.text = text
    self.scale = scale
    self.marks = try parser.parse()
  }

  /// Reads a diagram of a cold observable, which begins with each subscription: it has no `^`. Throws the first mistake
  /// in it.
  ///
  /// - Parameters:
  ///   - text: the diagram.
  ///   - scale: the times of its frames.
  public init(cold text: String, scale: MarbleScale = MarbleScale()) throws(MarbleSyntaxError) {
    try self.init(text, scale: scale)
    guard let origin = marks.first(where: { $0.kind == .subscription }) else { return }
    throw problem(
      origin, "a subscription in a cold observable",
      "Leave out \"^\": a cold observable begins with its first frame at each subscription.")
  }

  /// Whether the diagram says, with `^`, where the observer subscribes.
  public var hasSubscriptionPoint: Bool { marks.contains { $0.kind == .subscription } }

  /// The events, with elements given by `values`. Throws a ``MarbleSyntaxError`` if an element has no value.
  ///
  /// - Parameters:
  ///   - values: the element that each symbol stands for.
  ///   - error: the error that `#` stands for.
  public func events<Value>(
    values: [Character: Value], error: any Error = MarbleError()
  ) throws -> [Recorded<Event<Value>>] {
    try records(error: error) { mark, symbol in
      guard let value = values[symbol] else { throw missingValue(of: symbol, mark, among: values.keys) }
      return value
    }
  }

  /// The events, with each symbol as the element itself: a `Character`, a `String`, or a number for a digit. Throws a
  /// ``MarbleSyntaxError`` if a symbol is no element of the type.
  ///
  /// - Parameters:
  ///   - type: the type of the elements.
  ///   - error: the error that `#` stands for.
  public func events<Value: LosslessStringConvertible>(
    of type: Value.Type = Value.self, error: any Error = MarbleError()
  ) throws -> [Recorded<Event<Value>>] {
    try records(error: error) { mark, symbol in
      guard let value = Value(String(symbol)) else {
        throw problem(
          mark, "the element \"\(symbol)\", which is no \(Value.self)", "Say what the elements stand for with `values`."
        )
      }
      return value
    }
  }

  /// The events, with elements that a closure makes. Throws what the closure throws.
  ///
  /// - Parameters:
  ///   - error: the error that `#` stands for.
  ///   - transform: makes an element of each symbol.
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
  /// Reads a diagram of a subscription: `^` is where it begins, `!` where it ends.
  ///
  ///     try Subscription(marbles: "--^---!")  // (2 : 6)
  ///
  /// The first frame is that of the diagram. Without `!` the subscription was not disposed. Throws the first mistake in the
  /// diagram.
  ///
  /// - Parameters:
  ///   - marbles: the diagram.
  ///   - scale: the times of its frames.
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
