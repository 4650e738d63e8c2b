public import RxTesting

extension Comparison {
  /// The recordings as a marble diagram: for each subscriber, one line per contender.
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

  /// The marble diagram, the differences as sentences, and a note for each run that ended with work still due.
  ///
  ///     view, Bindable         -0-1-
  ///     view, BehaviorSubject  -0-1|
  ///     ticks                  0
  ///
  ///     Bindable and BehaviorSubject differ:
  ///       BehaviorSubject delivers completed to "view" at tick 4, Bindable does not.
  ///
  /// - Parameters:
  ///   - aspects: the aspects to ignore.
  ///   - width: the diagram's maximum width, in columns.
  public func text(ignoring aspects: ComparedAspects = [], width: Int = 100) -> String {
    let lines = pairs(ignoring: aspects).flatMap { pair -> [String] in
      let names = "\(pair.reference.contender) and \(pair.other.contender)"
      let differences = pair.differences
      if !differences.isEmpty { return ["\(names) differ:"] + differences.map { "  \($0)" } }
      let cut = [pair.reference, pair.other].filter { $0.pending > 0 }.map(\.end).min()
      return ["\(names) do not differ\(cut.map { " until tick \($0)" } ?? "")."]
    }
    return diagram.text(width: width) + "\n" + (lines + recordings.compactMap(\.note)).map { $0 + "\n" }.joined()
  }

  /// The marble diagram as an SVG document, drawn by `svg(width:)` of `MarbleDiagram`.
  ///
  /// - Parameter width: the width in pixels; larger if the labels need it.
  public func svg(width: Int = 800) -> String { diagram.svg(width: width) }
}

extension Comparison: CustomStringConvertible {
  /// The marble diagram and all differences, as in ``text(ignoring:width:)``.
  public var description: String { text() }
}

extension Recording {
  /// A note that the run ended with work still due; `nil` if it did not.
  fileprivate var note: String? {
    guard pending > 0 else { return nil }
    let work = pending == 1 ? "1 piece of work" : "\(pending) pieces of work"
    return "The run of \(contender) ended at tick \(end) with \(work) still due. A later `end:` includes more."
  }
}
