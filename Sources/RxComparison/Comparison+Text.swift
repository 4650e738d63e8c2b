public import RxTesting

extension Comparison {
  /// The recordings as a marble diagram: for each subscriber a line of each contender.
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

  /// The marble diagram, and below it the differences as sentences. If work was due after the end of a run, it says so.
  ///
  ///     view, Bindable         -0-1-
  ///     view, BehaviorSubject  -0-1|
  ///     ticks                  0
  ///
  ///     Bindable and BehaviorSubject differ:
  ///       BehaviorSubject delivers completed to "view" at tick 4, Bindable does not.
  ///
  /// - Parameters:
  ///   - aspects: what is ignored.
  ///   - width: how many columns the diagram may take.
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

  /// The marble diagram as an SVG document, as `svg(width:)` of `MarbleDiagram` draws it.
  ///
  /// - Parameter width: the least width in pixels.
  public func svg(width: Int = 800) -> String { diagram.svg(width: width) }
}

extension Comparison: CustomStringConvertible {
  /// The marble diagram and all differences, as ``text(ignoring:width:)``.
  public var description: String { text() }
}

extension Recording {
  /// That the run ended too early to show everything; `nil` if it did not.
  fileprivate var note: String? {
    guard pending > 0 else { return nil }
    let work = pending == 1 ? "1 piece of work" : "\(pending) pieces of work"
    return "The run of \(contender) ended at tick \(end) with \(work) still due. A later `end:` includes more."
  }
}
