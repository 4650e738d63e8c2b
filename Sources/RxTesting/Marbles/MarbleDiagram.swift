public import RxCore

/// A picture of recordings: labelled lines below one another, on one axis of time.
///
///     var diagram = MarbleDiagram()
///     diagram.add("keys", keys.events)
///     diagram.add("search", observer.events)
///     diagram.add("request", requests.subscriptions[0])
///     print(diagram.text(width: 80))
///
/// An element that reads as one letter or digit stands for itself; others get a letter, which the legend explains.
public struct MarbleDiagram {
  /// How ticks and frames are drawn: each frame gets a column for as long as the width allows.
  public let scale: MarbleScale

  private var recordings: [Recording] = []

  private struct Recording {
    let label: String
    let events: [Recorded<Event<String>>]
    let subscription: Subscription?
  }

  /// A picture without lines.
  public init(scale: MarbleScale = MarbleScale()) {
    self.scale = scale
  }

  /// Adds a line with `events`, which are in the order of their times.
  public mutating func add<Value>(_ label: String, _ events: some Sequence<Recorded<Event<Value>>>) {
    let described = events.map { event in
      Recorded(time: event.time, value: event.value.map { String(describing: $0) })
    }
    recordings.append(Recording(label: label, events: described, subscription: nil))
  }

  /// Adds a line with a subscription.
  public mutating func add(_ label: String, _ subscription: Subscription) {
    recordings.append(Recording(label: label, events: [], subscription: subscription))
  }

  /// The picture as text that is at most `width` columns wide, the legend excepted: if the frames do not fit, a column
  /// stands for several, and what falls into one column is drawn as a group, cut short if need be. Below the lines stand
  /// the ticks of every tenth column.
  ///
  /// The lines may be read again by ``Marbles`` if a column still stands for a frame.
  public func text(width: Int = 100) -> String {
    let (lines, legend) = signedLines()
    let labels = lines.map(\.label) + ["ticks"]
    let margin = (labels.map(\.count).max() ?? 0) + 2
    let layout = MarbleLayout(lines, scale: scale, width: max(width - margin, 8))
    let rows = zip(labels, layout.text + [layout.axis]).map { label, row in
      label + String(repeating: " ", count: margin - label.count) + row
    }
    let scaling = layout.ticksPerColumn > scale.ticksPerFrame ? ["one column is \(layout.ticksPerColumn) ticks"] : []
    return (rows + scaling + legend).map { $0 + "\n" }.joined()
  }

  /// The lines with signs for their elements, and what the signs mean.
  func signedLines() -> (lines: [MarbleLine], legend: [String]) {
    let own = recordings.flatMap { $0.events.compactMap { $0.value.element.flatMap(MarbleSign.own) } }
    var symbols = MarbleSymbols<String>(
      known: Set(own).map { ($0, String($0)) }, isSame: ==)
    var used: Set<Character> = []
    let lines = recordings.map { recording in
      if let subscription = recording.subscription { return MarbleLine(recording.label, subscription) }
      return MarbleLine(recording.label, recording.events) { element in
        let sign = symbols.sign(of: element)
        used.insert(sign)
        return sign
      }
    }
    return (lines, symbols.legend(of: used) + MarbleLine.legendOfErrors(lines))
  }
}

extension MarbleLine {
  /// What `#` stands for, where that is not the error of all marble diagrams.
  static func legendOfErrors(_ lines: [MarbleLine]) -> [String] {
    var seen: [String] = []
    for line in lines {
      for mark in line.marks where mark.sign == "#" && !seen.contains(mark.description) {
        seen.append(mark.description)
      }
    }
    return seen == ["error(\(MarbleError()))"] ? [] : seen.map { "# = \($0)" }
  }
}

extension Sequence {
  /// The recording as a marble diagram, which ``Marbles`` reads again as the same events if each is one letter or digit
  /// and they lie on frames. Others get a letter; ``MarbleDiagram`` explains these in a legend.
  ///
  ///     observer.events.marbles(scale: .from(200))  // "--a--(bc)--|"
  ///
  /// Events are in the order of their times. One between frames is drawn in the frame in which it falls. More than 50
  /// empty frames are drawn as a span, such as `98ms`.
  public func marbles<Value>(scale: MarbleScale = MarbleScale()) -> String where Element == Recorded<Event<Value>> {
    let events = Array(self)
    let own = events.compactMap { $0.value.element.flatMap { MarbleSign.own(String(describing: $0)) } }
    var symbols = MarbleSymbols<String>(known: Set(own).map { ($0, String($0)) }, isSame: ==)
    let line = MarbleLine("", events) { symbols.sign(of: String(describing: $0)) }
    return line.text(scale: scale)
  }
}

extension Subscription {
  /// The subscription as a marble diagram, which ``Subscription/init(marbles:scale:)`` reads again if it lies on frames.
  public func marbles(scale: MarbleScale = MarbleScale()) -> String {
    MarbleLine("", self).text(scale: scale)
  }
}

extension MarbleLine {
  /// The line by itself, with long spans as such.
  func text(scale: MarbleScale) -> String {
    var groups: [(frame: Int, signs: String)] = []
    for mark in marks {
      let frame = (mark.time - scale.start).quotientRoundedDown(by: scale.ticksPerFrame)
      if groups.last?.frame != frame { groups.append((frame, "")) }
      groups[groups.count - 1].signs.append(mark.sign)
    }
    if hasOrigin, let first = groups.first?.frame, first < 0 {
      let place = groups.firstIndex { $0.frame >= 0 } ?? groups.count
      if place < groups.count, groups[place].frame == 0 {
        groups[place].signs = "^" + groups[place].signs
      } else {
        groups.insert((0, "^"), at: place)
      }
    }
    var text = ""
    var next = min(0, groups.first?.frame ?? 0)
    for (frame, signs) in groups {
      text += Self.gap(frame - next, scale: scale)
      text += signs.count > 1 ? "(\(signs))" : signs
      next = frame + 1
    }
    return text.isEmpty ? "-" : text
  }

  /// So many empty frames.
  private static func gap(_ frames: Int, scale: MarbleScale) -> String {
    let millisecond = 1_000_000
    let frame = scale.nanosecondsPerTick.multipliedReportingOverflow(by: scale.ticksPerFrame)
    guard frames > 50, !frame.overflow else { return String(repeating: "-", count: frames) }
    // The most frames that are a whole number of milliseconds; dashes are left for the others.
    let rest = frames % (millisecond / greatestCommonDivisor(millisecond, frame.partialValue))
    let span = frame.partialValue.multipliedReportingOverflow(by: frames - rest)
    if span.overflow { return " … " }  // More than a diagram can say.
    let words = span.partialValue > 0 ? " \(span.partialValue / millisecond)ms " : ""
    return words + String(repeating: "-", count: rest)
  }
}
