extension Comparison {
  /// The recordings as marbles: for each subscriber a line of each contender, below one another.
  public var diagram: MarbleDiagram {
    var diagram = MarbleDiagram()
    var seen: Set<String> = []
    for subscriber in recordings.flatMap(\.subscribers) where seen.insert(subscriber).inserted {
      for recording in recordings {
        diagram.add("\(subscriber), \(recording.contender)", recording.events(of: subscriber))
      }
    }
    return diagram
  }

  /// The marbles, and below them what differs in plain words, but for what is ignored. The marbles are at most `width`
  /// columns wide.
  ///
  ///     view, Bindable  -a
  ///     …
  public func text(ignoring aspects: ComparedAspects = [], width: Int = 100) -> String {
    let lines = pairs(ignoring: aspects).flatMap { pair -> [String] in
      let names = "\(pair.reference.contender) and \(pair.other.contender)"
      let differences = pair.differences
      return differences.isEmpty ? ["\(names) do the same."] : ["\(names) differ:"] + differences.map { "  \($0)" }
    }
    return diagram.text(width: width) + "\n" + lines.map { $0 + "\n" }.joined()
  }

  /// The marbles as an SVG document. See `MarbleDiagram.svg(width:)`.
  public func svg(width: Int = 800) -> String { diagram.svg(width: width) }
}

extension Comparison: CustomStringConvertible {
  /// The marbles, and all that differs, in plain words.
  public var description: String { text() }
}
