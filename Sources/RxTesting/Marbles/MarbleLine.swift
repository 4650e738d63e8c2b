import RxCore

/// A line of a diagram, with its events converted to symbols.
struct MarbleLine {
  /// One event, or the beginning or end of a subscription.
  struct Mark {
    let time: TestTime
    let symbol: Character
    /// The event as text.
    let description: String
  }

  var label: String
  var marks: [Mark]
  /// Whether the line continues to the end of the diagram.
  var isOpen: Bool
  /// Whether the start of the scale needs a mark when the line has earlier events.
  var hasOrigin: Bool

  /// A line of events.
  init<Value>(_ label: String, _ events: some Sequence<Recorded<Event<Value>>>, symbol: (Value) -> Character) {
    self.label = label
    marks = []
    isOpen = true
    hasOrigin = true
    for event in events {
      switch event.value {
      case .next(let element): add(event.time, symbol(element), String(describing: element))
      case .error(let error): add(event.time, "#", "error(\(error))")
      case .completed: add(event.time, "|", "completed")
      }
      isOpen = !event.value.isStopEvent
    }
  }

  /// A line for a subscription.
  init(_ label: String, _ subscription: Subscription) {
    self.label = label
    marks = []
    isOpen = subscription.unsubscribe == .max
    hasOrigin = false
    add(subscription.subscribe, "^", "subscribed")
    if !isOpen { add(subscription.unsubscribe, "!", "unsubscribed") }
  }

  /// An empty line.
  init(empty label: String) {
    self.label = label
    marks = []
    isOpen = false
    hasOrigin = false
  }

  private mutating func add(_ time: TestTime, _ symbol: Character, _ description: String) {
    marks.append(Mark(time: time, symbol: symbol, description: description.escapingControls))
  }
}

extension MarbleLine {
  /// The meaning of `#`, unless it is the default error.
  static func legendOfErrors(_ lines: [MarbleLine]) -> [String] {
    var seen: [String] = []
    for line in lines {
      for mark in line.marks where mark.symbol == "#" && !seen.contains(mark.description) {
        seen.append(mark.description)
      }
    }
    return seen == ["error(\(MarbleError()))"] ? [] : seen.map { "# = \($0)" }
  }

  /// The line as text, with long gaps written as spans.
  func text(scale: MarbleScale) -> String {
    var groups: [(frame: Int128, symbols: String)] = []
    for (_, mark) in marks.enumerated().sorted(by: { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }) {
      let frame = scale.frame(of: mark.time)
      if groups.last?.frame != frame { groups.append((frame, "")) }
      groups[groups.count - 1].symbols.append(mark.symbol)
    }
    if hasOrigin, let first = groups.first?.frame, first < 0 {
      let index = groups.firstIndex { $0.frame >= 0 } ?? groups.count
      if index < groups.count, groups[index].frame == 0 {
        groups[index].symbols = "^" + groups[index].symbols
      } else {
        groups.insert((0, "^"), at: index)
      }
    }
    var text = ""
    var next = min(0, groups.first?.frame ?? 0)
    for (index, (frame, symbols)) in groups.enumerated() {
      text += Self.gap(frame - next, scale: scale)
      next = frame + 1
      let isGroup =
        symbols.count > 1 || (text.last?.isWhitespace ?? true) && readsAsSpan(groups[index...], scale: scale)
      text += isGroup ? "(\(symbols))" : symbols
    }
    return text.isEmpty ? "-" : text
  }

  /// Whether the text of `groups` would be parsed as a span, as with the elements `5` and `s`.
  private func readsAsSpan(_ groups: ArraySlice<(frame: Int128, symbols: String)>, scale: MarbleScale) -> Bool {
    var word = ""
    var next = groups.first?.frame ?? 0
    for (frame, symbols) in groups {
      let gap = Self.gap(frame - next, scale: scale)
      if gap.first?.isWhitespace == true { break }
      if !gap.isEmpty || symbols.count > 1 { return false }
      word += symbols
      next = frame + 1
    }
    return MarbleParser.splitSpan(Array(word)[...]) != nil
  }

  /// The text for a number of empty frames.
  private static func gap(_ frames: Int128, scale: MarbleScale) -> String {
    if frames <= 50 { return String(repeating: "-", count: Int(frames)) }
    let millisecond: Int128 = 1_000_000
    let frame = Int128(scale.nanosecondsPerTick) * Int128(scale.ticksPerFrame)
    // The span covers a whole number of milliseconds; the remaining frames are drawn.
    let rest = frames % (millisecond / greatestCommonDivisor(millisecond, frame))
    let (span, isTooLong) = frame.multipliedReportingOverflow(by: frames - rest)
    if isTooLong || span > MarbleParser.longestSpan { return " … " }  // The parser would reject it.
    let words = span > 0 ? " \(span / millisecond)ms " : ""
    return words + String(repeating: "-", count: Int(rest))
  }
}

extension MarbleScale {
  /// The frame that contains `time`; negative before the start.
  fileprivate func frame(of time: TestTime) -> Int128 {
    let (quotient, rest) = (Int128(time) - Int128(start)).quotientAndRemainder(dividingBy: Int128(ticksPerFrame))
    return rest < 0 ? quotient - 1 : quotient
  }
}

func greatestCommonDivisor(_ left: Int128, _ right: Int128) -> Int128 {
  var (left, right) = (abs(left), abs(right))
  while right != 0 { (left, right) = (right, left % right) }
  return left
}
