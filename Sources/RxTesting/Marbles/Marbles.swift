public import RxCore

/// A marble diagram of events: what happens, drawn along a line of time.
///
///     let events = try Marbles("--a--(bc)--|").events(values: ["a": 1, "b": 2, "c": 3])
///
/// | sign | meaning |
/// | --- | --- |
/// | `-` | a frame in which nothing happens |
/// | a letter or digit | an element; it takes a frame, as all events do |
/// | <code>&#124;</code> | the end |
/// | `#` | the error that ends it |
/// | `(ab)` | events at one time; a group takes one frame, however many events it has |
/// | `^` | where the observer of a hot observable subscribes; what stands before it happened earlier |
/// | `10ms`, `1.5s`, `2m` | time that passes; set apart by spaces |
/// | a space | nothing: align diagrams with it |
///
/// How long a frame is, and at which tick the first one lies, says the ``MarbleScale``. Other than in RxJS a group does not
/// take as many frames as it has characters. A diagram of a subscription is read by ``Subscription/init(marbles:scale:)``.
public struct Marbles: Equatable, Sendable {
  /// The diagram as it was written.
  public let text: String

  /// How it lies in time.
  public let scale: MarbleScale

  let marks: [MarbleMark]

  /// Reads a diagram.
  public init(_ text: String, scale: MarbleScale = MarbleScale()) throws(MarbleSyntaxError) {
    var parser = MarbleParser(text, scale: scale, notation: .events)
    self.text = text
    self.scale = scale
    self.marks = try parser.parse()
  }

  /// Reads a diagram of a cold observable, which begins when somebody subscribes: it has no `^`.
  public init(cold text: String, scale: MarbleScale = MarbleScale()) throws(MarbleSyntaxError) {
    try self.init(text, scale: scale)
    guard let origin = marks.first(where: { $0.kind == .subscription }) else { return }
    throw problem(
      origin, "a subscription in a cold observable",
      "Leave out \"^\": a cold observable begins with its first frame whenever somebody subscribes.")
  }

  /// Whether the diagram says, with `^`, where the observer subscribes.
  public var hasSubscriptionPoint: Bool { marks.contains { $0.kind == .subscription } }

  /// The events, with what `values` has for each sign as element.
  public func events<Value>(
    values: [Character: Value], error: any Error = MarbleError()
  ) throws -> [Recorded<Event<Value>>] {
    try records(error: error) { mark, sign in
      guard let value = values[sign] else { throw missingValue(of: sign, mark, among: values.keys) }
      return value
    }
  }

  /// The events, with each sign itself as element: a `Character`, a `String`, or a number for a digit.
  public func events<Value: LosslessStringConvertible>(
    of type: Value.Type = Value.self, error: any Error = MarbleError()
  ) throws -> [Recorded<Event<Value>>] {
    try records(error: error) { mark, sign in
      guard let value = Value(String(sign)) else {
        throw problem(
          mark, "the element \"\(sign)\", which is no \(Value.self)", "Say what the elements stand for with `values`.")
      }
      return value
    }
  }

  /// The events, with what `transform` makes of each sign as element.
  public func events<Value>(
    error: any Error = MarbleError(), _ transform: (Character) throws -> Value
  ) throws -> [Recorded<Event<Value>>] {
    try records(error: error) { _, sign in try transform(sign) }
  }

  private func records<Value>(
    error: any Error, _ element: (MarbleMark, Character) throws -> Value
  ) throws -> [Recorded<Event<Value>>] {
    let origin = marks.first { $0.kind == .subscription }?.time ?? 0
    return try marks.compactMap { mark in
      let time = mark.time - origin + scale.start
      switch mark.kind {
      case .element(let sign): return .next(time, try element(mark, sign))
      case .error: return .error(time, error)
      case .completed: return .completed(time)
      case .subscription, .unsubscription: return nil
      }
    }
  }

  /// The signs of the elements, in order.
  var signs: [Character] {
    marks.compactMap { if case .element(let sign) = $0.kind { sign } else { nil } }
  }

  private func missingValue(
    of sign: Character, _ mark: MarbleMark, among known: some Collection<Character>
  ) -> MarbleSyntaxError {
    let list = known.isEmpty ? "none" : known.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
    let isDigit = sign.isNumber
    return problem(
      mark, "the element \"\(sign)\", for which there is no value",
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
  /// Frames count from the start of the diagram. Without `!` the subscription has not ended.
  public init(marbles: String, scale: MarbleScale = MarbleScale()) throws(MarbleSyntaxError) {
    var parser = MarbleParser(marbles, scale: scale, notation: .subscription)
    let marks = try parser.parse()
    guard let begin = marks.first(where: { $0.kind == .subscription }) else {
      throw MarbleSyntaxError(
        marbles: marbles, position: marbles.count, problem: "no subscription",
        advice: "Write \"^\" where it begins; that nobody subscribed is said by having no diagram.")
    }
    let end = marks.first { $0.kind == .unsubscription }
    self.init(begin.time + scale.start, end.map { $0.time + scale.start } ?? .max)
  }
}
