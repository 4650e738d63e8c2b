/// The observers and sources of a marble diagram, read from its lines, so that a program can draw it again.
///
/// In a doc comment, and in an article, the example is the Swift block directly above the diagram:
///
///     a      -1--2--3-|
///     a (1)  ^--------!
///     at 0   -1--2--3-|
///     at 6   -------3-|
///
/// `a`, `b` and `c` are sources, and a line `a (1)` is the first subscription to `a`. The observer `at 6` subscribes at
/// tick 6, and `0 to 4` disposes at tick 4. A line with any other label is an observer that subscribes at tick 0. Lines
/// with the same label and a number, such as `window 1`, are the sequences that the result emits.
struct Diagram: Equatable {
  struct Source: Equatable {
    var name: String
    var marbles: String
    var showsSubscriptions: Bool
  }

  struct Observer: Equatable {
    var label: String
    var ticks: Range<Int>
  }

  private(set) var sources: [Source] = []
  private(set) var observers: [Observer] = []
  private(set) var showsInner = false

  private static let end = 40

  /// Reads the lines of a diagram. Lines that do not consist of a label followed by marbles, such as legends, are
  /// skipped.
  init(_ block: Article.Block) throws {
    let rows = block.lines.compactMap(Self.row)
    let labels = rows.map(\.label)
    for (label, marbles) in rows {
      if ["a", "b", "c"].contains(label) {
        // Where another line has a group, this line is padded with spaces, which are not part of the source.
        let marbles = String(marbles.filter { $0 != " " })
        guard marbles.allSatisfy({ $0.isNumber || "-()|#".contains($0) }) else {
          throw Article.Mistake(place: block.place, message: "the source \(label) may only emit digits")
        }
        sources.append(Source(name: label, marbles: marbles, showsSubscriptions: labels.contains("\(label) (1)")))
      } else if let observer = observers.last?.label, label.hasPrefix("\(observer) ") {
        showsInner = true
      } else if let ticks = Self.ticks(of: label) {
        observers.append(Observer(label: label, ticks: ticks))
      } else if label != "ticks", !sources.contains(where: { label.hasPrefix("\($0.name) (") }) {
        observers.append(Observer(label: label, ticks: 0..<Self.end))
      }
    }
    guard !observers.isEmpty else {
      throw Article.Mistake(place: block.place, message: "the block is not a diagram: it has no line of a result")
    }
  }

  /// The code that draws the diagram of an example. The sequence is the example's expression, or its last constant.
  func pieces(of example: Article.Block, _ block: Article.Block) -> [Program.Piece] {
    let drawnSources = sources.map {
      "let \($0.name) = try drawing.source(\"\($0.name)\", \"\($0.marbles)\", \($0.showsSubscriptions)); "
    }
    let drawnObservers = observers.map { "\"\($0.label)\": \($0.ticks)" }.joined(separator: ", ")
    let before =
      "do { let drawing = Drawing(), scheduler = drawing.scheduler, bag = DisposeBag(); _ = (scheduler, bag); "
      + drawnSources.joined() + "try drawing.draw\(showsInner ? "Inner" : "")([\(drawnObservers)]) {"
    let constant = example.lines.last { $0.hasPrefix("let ") }?.split(separator: " ")[1]
    let after = (constant.map { "return \($0) " } ?? "") + "} }"
    return [
      .code([before], block.place), .code(example.lines, example.place),
      .code([after], block.place), .output(block),
    ]
  }

  private static func row(_ line: String) -> (label: String, marbles: String)? {
    guard let gap = line.firstRange(of: "  ") else { return nil }
    let (label, marbles) = (line[..<gap.lowerBound], line[gap.upperBound...].trimmed)
    guard !label.contains(" = "), marbles.allSatisfy({ $0.isLetter || $0.isNumber || "-()|#^! ".contains($0) }) else {
      return nil
    }
    return (String(label), marbles)
  }

  /// The ticks of a label such as `at 6` or `0 to 4`.
  private static func ticks(of label: String) -> Range<Int>? {
    let words = label.split(separator: " ")
    if words.count == 2, words[0] == "at", let start = Int(words[1]), start < end { return start..<end }
    guard words.count == 3, words[1] == "to", let start = Int(words[0]), let end = Int(words[2]), start < end else {
      return nil
    }
    return start..<end
  }
}
