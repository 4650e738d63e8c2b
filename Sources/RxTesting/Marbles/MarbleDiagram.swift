public import RxCore

/// A diagram of several recordings: labelled lines, one below the other, on a common time axis.
///
///     var diagram = MarbleDiagram()
///     diagram.add("keys", keys.events)
///     diagram.add("search", observer.events)
///     diagram.add("request", requests.subscriptions[0])
///     print(diagram.text(width: 80))
///
/// An element whose description is a single letter or digit is its own symbol. Other elements get a letter, which the
/// legend explains. Lines are aligned by display width, and control characters in labels and elements are escaped.
public struct MarbleDiagram {
  /// Maps frames to ticks.
  ///
  /// A column stands for one frame, for less if events lie between frames, or for more if the width requires it.
  public let scale: MarbleScale

  private var recordings: [Recording] = []

  private struct Recording {
    let label: String
    let events: [Recorded<Event<String>>]
    let subscription: Subscription?
  }

  /// Creates a diagram without lines.
  public init(scale: MarbleScale = MarbleScale()) {
    self.scale = scale
  }

  /// Adds a line of events.
  ///
  /// - Parameters:
  ///   - label: the text before the line.
  ///   - events: the events, in the order of their times.
  public mutating func add<Value>(_ label: String, _ events: some Sequence<Recorded<Event<Value>>>) {
    let described = events.map { event in
      Recorded(time: event.time, value: event.value.map { String(describing: $0) })
    }
    recordings.append(Recording(label: label.escapingControls, events: described, subscription: nil))
  }

  /// Adds a line for a subscription.
  ///
  /// - Parameters:
  ///   - label: the text before the line.
  ///   - subscription: the subscription.
  public mutating func add(_ label: String, _ subscription: Subscription) {
    recordings.append(Recording(label: label.escapingControls, events: [], subscription: subscription))
  }

  /// The diagram as text: the lines, an axis that labels every tenth column with its tick, and the legend.
  ///
  /// If the frames do not fit, a column stands for several frames. Events at different ticks in one column are drawn in
  /// square brackets and simultaneous events in parentheses, as in `[1(23)]`, truncated if necessary. ``Marbles`` can
  /// parse the lines if each column stands for one frame.
  ///
  /// - Parameter width: the number of columns that the text may take, not counting the legend; at most 10,000, and more if
  ///   the labels need it.
  public func text(width: Int = 100) -> String {
    let (lines, legend) = drawnLines()
    let labels = lines.map(\.label) + ["ticks"]
    let margin = (labels.map(\.displayWidth).max() ?? 0) + 2
    let layout = MarbleLayout(lines, scale: scale, width: max(min(width, 10_000), margin + 8) - margin)
    let rows = zip(labels, layout.text + [layout.axis]).map { label, row in label.padded(to: margin) + row }
    return (rows + layout.notes(scale: scale) + legend).map { $0 + "\n" }.joined()
  }

  /// The lines, with a symbol for each element, and the legend of the symbols.
  func drawnLines() -> (lines: [MarbleLine], legend: [String]) {
    let own = recordings.flatMap { $0.events.compactMap { $0.value.element.flatMap(MarbleSymbol.own) } }
    var symbols = MarbleSymbols<String>(
      known: Set(own).map { ($0, String($0)) }, isSame: ==)
    var used: Set<Character> = []
    let lines = recordings.map { recording in
      if let subscription = recording.subscription { return MarbleLine(recording.label, subscription) }
      return MarbleLine(recording.label, recording.events) { element in
        let symbol = symbols.symbol(of: element)
        used.insert(symbol)
        return symbol
      }
    }
    return (lines, symbols.legend(of: used) + MarbleLine.legendOfErrors(lines))
  }
}

extension Sequence {
  /// The recording as a marble diagram.
  ///
  ///     observer.events.marbles(scale: .from(200))  // "--a--(bc)--|"
  ///
  /// ``Marbles`` parses the diagram back to the same events if each element is one letter or digit, the events lie on
  /// frames, and nothing follows a terminal event. Other elements get a letter; use ``MarbleDiagram`` for a legend. An
  /// event between frames is drawn in the frame that contains it. More than 50 empty frames are drawn as a span, such
  /// as `98ms`. Events are drawn in the order of their times, whatever their order in the sequence.
  ///
  /// - Parameter scale: maps frames to ticks.
  public func marbles<Value>(scale: MarbleScale = MarbleScale()) -> String where Element == Recorded<Event<Value>> {
    let events = Array(self)
    let own = events.compactMap { $0.value.element.flatMap { MarbleSymbol.own(String(describing: $0)) } }
    var symbols = MarbleSymbols<String>(known: Set(own).map { ($0, String($0)) }, isSame: ==)
    let line = MarbleLine("", events) { symbols.symbol(of: String(describing: $0)) }
    return line.text(scale: scale)
  }
}

extension Subscription {
  /// The subscription as a marble diagram.
  ///
  /// ``init(marbles:scale:)`` parses the diagram back to the same subscription if the subscription's times lie on
  /// frames, and none is before the start of the scale.
  ///
  /// - Parameter scale: maps frames to ticks.
  public func marbles(scale: MarbleScale = MarbleScale()) -> String {
    MarbleLine("", self).text(scale: scale)
  }
}
