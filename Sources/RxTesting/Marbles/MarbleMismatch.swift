import RxCore

/// A difference between a recording and a marble diagram, as a sentence and two diagrams on a common time axis.
///
///     At tick 5 next(b) was expected, but next(c) came.
///       expected  --a--b|
///       actual    --a--c|
///                      ^
public struct MarbleMismatch: Error, Hashable, Sendable {
  /// The tick of the first difference; `nil` if the diagram or its values are invalid.
  public let time: TestTime?

  /// The location of the failed expectation, as `Module/File.swift:12`; `nil` if the mismatch was returned by
  /// `mismatch(with:)` rather than thrown.
  public private(set) var location: String?

  private let text: String
}

extension MarbleMismatch: CustomStringConvertible {
  /// The location, the sentence and the diagrams.
  public var description: String { (location.map { "\($0): " } ?? "") + text }
}

extension MarbleMismatch {
  /// The mismatch, with the location of the expectation that throws it.
  func at(_ file: StaticString, _ line: UInt) -> MarbleMismatch {
    var mismatch = self
    mismatch.location = "\(file):\(line)"
    return mismatch
  }

  /// A mismatch for an invalid diagram or invalid values.
  init(unreadable error: any Error) {
    self.init(time: nil, text: "\(error)")
  }

  /// The first difference between two recordings; `nil` if they are equal. `known` lists the caller's symbols.
  init?<Value: Equatable>(
    expected: [Recorded<Event<Value>>], actual: [Recorded<Event<Value>>],
    known: [(symbol: Character, element: Value)], scale: MarbleScale
  ) {
    let common = zip(expected, actual).prefix { $0 == $1 }.count
    let first = expected.dropFirst(common).first
    let second = actual.dropFirst(common).first
    // Whether the caret marks the expected event, and not the received one.
    let isMissing: Bool
    let sentence: String
    switch (first, second) {
    case (nil, nil): return nil
    case (let first?, let second?) where first.time == second.time:
      isMissing = true
      sentence = Self.sentence(first.time, first.value, butCame: second.value)
    case (let first?, let second?) where first.value == second.value:
      isMissing = first.time < second.time
      sentence = "\(first.value.words) was expected at tick \(first.time), but came at tick \(second.time)."
    case (let first?, let second) where second.map { first.time < $0.time } ?? true:
      isMissing = true
      let next = second.map { "; \($0.value.words) came at tick \($0.time)" } ?? ""
      sentence = "At tick \(first.time) \(first.value.words) was expected, but nothing came\(next)."
    case (_, let second):
      guard let second else { return nil }
      isMissing = false
      let next = first.map { "; \($0.value.words) was expected at tick \($0.time)" } ?? ""
      sentence = "At tick \(second.time) nothing was expected, but \(second.value.words) came\(next)."
    }

    var symbols = MarbleSymbols(known: known, isSame: ==)
    // An element that can be its own symbol keeps it, even if an earlier element needs a letter.
    for element in (expected + actual).compactMap(\.value.element) {
      guard let own = MarbleSymbol.own("\(element)"), !known.contains(where: { $0.symbol == own }) else { continue }
      _ = symbols.symbol(of: element)
    }
    var used: Set<Character> = []
    let lines = [("expected", expected), ("actual", actual)].map { label, events in
      MarbleLine(label, events) { element in
        let symbol = symbols.symbol(of: element)
        used.insert(symbol)
        return symbol
      }
    }
    let time = (isMissing ? first : second)?.time ?? scale.start
    let index = (isMissing ? expected : actual)[..<common].reversed().prefix { $0.time == time }.count
    self.init(
      sentence: sentence, lines: lines, scale: scale, difference: (isMissing ? 0 : 1, time, index),
      legend: symbols.legend(of: used) + MarbleLine.legendOfErrors(lines))
  }

  /// The first difference between two lists of subscriptions; `nil` if they are equal.
  init?(expected: [Subscription], actual: [Subscription], scale: MarbleScale) {
    let common = zip(expected, actual).prefix { $0 == $1 }.count
    let first = expected.dropFirst(common).first
    let second = actual.dropFirst(common).first
    let name = expected.count == 1 && actual.count <= 1 ? "The subscription" : "Subscription \(common + 1)"
    let sentence: String
    let time: TestTime
    switch (first, second) {
    case (nil, nil): return nil
    case (let first?, nil):
      let others = actual.count == 1 ? "there was only one" : "there were only \(actual.count)"
      sentence = "\(name) was expected \(first.words), but \(actual.isEmpty ? "there was none" : others)."
      time = first.subscribe
    case (nil, let second?):
      sentence = "\(name) was not expected, but there was one \(second.words)."
      time = second.subscribe
    case (let first?, let second?):
      sentence = "\(name) was expected \(first.words), but was \(second.words)."
      time =
        first.subscribe == second.subscribe
        ? min(first.unsubscribe, second.unsubscribe) : min(first.subscribe, second.subscribe)
    }
    self.init(
      sentence: sentence,
      lines: [
        first.map { MarbleLine("expected", $0) } ?? MarbleLine(empty: "expected"),
        second.map { MarbleLine("actual", $0) } ?? MarbleLine(empty: "actual"),
      ],
      scale: scale, difference: (0, time, 0), legend: [])
  }

  private init(
    sentence: String, lines: [MarbleLine], scale: MarbleScale,
    difference: (line: Int, time: TestTime, index: Int), legend: [String]
  ) {
    let layout = MarbleLayout(lines, scale: scale, width: 100)
    let rows = zip(lines, layout.text).map { line, text in
      text.isEmpty ? line.label : line.label.padded(to: 10) + text
    }
    let position = layout.position(line: difference.line, time: difference.time, index: difference.index)
    let caret = String(repeating: " ", count: 10 + position) + "^"
    let picture = (rows + [caret] + layout.notes(scale: scale) + legend).map { "\n  " + $0 }.joined()
    self.init(time: difference.time, text: sentence + picture)
  }

  private static func sentence<Value>(
    _ time: TestTime, _ expected: Event<Value>, butCame actual: Event<Value>
  ) -> String {
    let alike = expected.words == actual.words ? ", which reads the same but is not equal" : ""
    let details = expected.errorDetails(comparedWith: actual).map { ": \($0)" } ?? ""
    return "At tick \(time) \(expected.words) was expected, but \(actual.words) came\(alike)\(details)."
  }
}

extension Event {
  /// The event on one line.
  fileprivate var words: String { "\(self)".escapingControls }
}

extension Subscription {
  /// The subscription's ticks as text.
  fileprivate var words: String {
    unsubscribe == .max ? "from tick \(subscribe) on" : "from tick \(subscribe) to \(unsubscribe)"
  }
}
