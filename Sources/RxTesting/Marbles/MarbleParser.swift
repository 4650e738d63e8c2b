/// A symbol of a marble diagram and its time.
struct MarbleMark: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case element(Character)
    case error
    case completed
    case subscription
    case unsubscription
  }

  let kind: Kind
  /// Ticks from the first frame.
  let time: Int
  /// The index of the symbol's character in the text.
  let position: Int
}

/// Parses a marble diagram from left to right.
struct MarbleParser {
  /// The kind of diagram.
  enum Notation {
    case events
    case subscription
  }

  private let text: String
  private let characters: [Character]
  private let scale: MarbleScale
  private let notation: Notation

  private var index = 0
  private var time = 0
  private var marks: [MarbleMark] = []
  /// The number of marks when the open group began; `nil` outside a group.
  private var group: Int?

  init(_ text: String, scale: MarbleScale, notation: Notation) {
    self.text = text
    self.characters = Array(text)
    self.scale = scale
    self.notation = notation
  }

  mutating func parse() throws(MarbleSyntaxError) -> [MarbleMark] {
    while index < characters.count {
      if let span = try span() {
        if group != nil {
          throw problem("time inside a group", "All events of a group have one time: move the span after \")\".")
        }
        try advance(by: span.ticks)
        index += span.length
      } else {
        try read(characters[index])
        index += 1
      }
    }
    return marks
  }

  private mutating func read(_ character: Character) throws(MarbleSyntaxError) {
    switch character {
    case "-":
      if group != nil {
        throw problem("time inside a group", "All events of a group have one time: move \"-\" after \")\".")
      }
      try advance(by: scale.ticksPerFrame)
    case "(":
      if group != nil { throw problem("a group inside a group", "Close the first group with \")\" before the next.") }
      guard characters[index...].contains(")") else {
        throw problem("a group that is not closed", "Write \")\" after the last event of the group.")
      }
      group = marks.count
    case ")":
      guard let open = group else {
        throw problem("the end of a group that has no beginning", "Write \"(\" before the first event of the group.")
      }
      if open == marks.count { throw problem("an empty group", "Put events between \"(\" and \")\", or write \"-\".") }
      group = nil
      try advance(by: scale.ticksPerFrame)
    case "^": try append(.subscription)
    case "!": try append(.unsubscription)
    case "|": try append(.completed)
    case "#": try append(.error)
    case _ where character.isWhitespace: break
    case _ where character.isLetter || character.isNumber: try append(.element(character))
    default:
      throw problem(
        "the unknown character \"\(String(character).escapingControls)\"",
        "Use \"-\" for a frame, letters and digits for elements, \"|\", \"#\", \"^\", \"!\", \"(\", \")\" and spans such as"
          + " \"10ms\".")
    }
  }

  private mutating func append(_ kind: MarbleMark.Kind) throws(MarbleSyntaxError) {
    try check(kind)
    marks.append(MarbleMark(kind: kind, time: time, position: index))
    if group == nil { try advance(by: scale.ticksPerFrame) }
  }

  /// Throws if `kind` is not allowed at this point.
  private func check(_ kind: MarbleMark.Kind) throws(MarbleSyntaxError) {
    switch (notation, kind) {
    case (.events, .unsubscription):
      throw problem(
        "an unsubscription among events", "Write \"!\" in a diagram of a subscription only, such as \"--^---!\".")
    case (.subscription, .element), (.subscription, .completed), (.subscription, .error):
      throw problem(
        "an event in a diagram of a subscription", "Write only \"^\", \"!\", \"-\" and spans of time there.")
    case (.subscription, .unsubscription) where !marks.contains { $0.kind == .subscription }:
      throw problem("an unsubscription before the subscription", "Write \"^\" before \"!\".")
    case (_, .subscription) where marks.contains { $0.kind == .subscription }:
      throw problem("a second subscription", "Write \"^\" once; each subscription has a diagram of its own.")
    case (.subscription, .unsubscription) where marks.contains { $0.kind == .unsubscription }:
      throw problem("a second unsubscription", "Write \"!\" once; each subscription has a diagram of its own.")
    case (.events, .element), (.events, .completed), (.events, .error):
      // After the end there is at most a "^".
      if let end = marks.suffix(2).first(where: { $0.kind == .completed || $0.kind == .error }) {
        throw problem(
          "an event after the end",
          "Nothing follows \"\(characters[end.position])\"; to emit it nevertheless, write the records themselves.")
      }
    case (_, .subscription), (.subscription, .unsubscription): break
    }
  }

  private mutating func advance(by ticks: Int) throws(MarbleSyntaxError) {
    let (sum, isTooLate) = time.addingReportingOverflow(ticks)
    // Leave room for differences, and for adding the scale's start.
    if isTooLate || sum > Int.max / 4 { throw problem("too much time", "Use shorter spans.") }
    time = sum
  }

  /// The span that starts at the current character; `nil` unless a whole word between spaces is a span, such as `10ms`.
  private func span() throws(MarbleSyntaxError) -> (ticks: Int, length: Int)? {
    guard index == 0 || characters[index - 1].isWhitespace else { return nil }
    let word = characters[index...].prefix { !$0.isWhitespace }
    guard let (number, nanosecondsPerUnit) = Self.splitSpan(word) else { return nil }

    let parts = number.split(separator: ".")
    let tooLong = problem("too much time", "Use shorter spans.")
    guard let whole = Int(String(parts[0])) else { throw tooLong }
    var (nanoseconds, isTooLong) = whole.multipliedReportingOverflow(by: nanosecondsPerUnit)
    if isTooLong || nanoseconds > Self.longestSpan { throw tooLong }
    var (unit, isWhole) = (nanosecondsPerUnit, true)
    for digit in parts.dropFirst().joined() {
      if digit != "0", unit == 0 || unit % 10 != 0 { isWhole = false }  // Less than a nanosecond.
      unit /= 10
      nanoseconds += unit * (digit.wholeNumberValue ?? 0)
    }
    let (ticks, rest) = nanoseconds.quotientAndRemainder(dividingBy: scale.nanosecondsPerTick)
    if rest != 0 || !isWhole {
      throw problem(
        "a span that is not a whole number of ticks",
        "A tick is \(scale.tick) here: use a multiple of it, or another `tick` in the MarbleScale.")
    }
    return (ticks, word.count)
  }

  /// The longest span that a diagram may have, in nanoseconds.
  static var longestSpan: Int { .max / 4 }

  /// Splits a span into its number and unit; `nil` if the word is not a span.
  static func splitSpan(_ word: ArraySlice<Character>) -> (number: ArraySlice<Character>, nanosecondsPerUnit: Int)? {
    let number = word.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let units = ["ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000]
    guard let unit = units[String(word.dropFirst(number.count))], number.first != ".", number.last != ".",
      !number.isEmpty, number.count(where: { $0 == "." }) <= 1
    else { return nil }
    return (number, unit)
  }

  private func problem(_ problem: String, _ advice: String) -> MarbleSyntaxError {
    MarbleSyntaxError(marbles: text, position: index, problem: problem, advice: advice)
  }
}
