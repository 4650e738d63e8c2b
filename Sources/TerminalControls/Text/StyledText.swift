/// Text in several styles.
///
///     var text: StyledText = "main.swift"
///     text.append(":12", style: .dim)
///
/// A string literal is plain text. Any text is allowed: when drawn, it is passed through ``visible(_:)``.
public struct StyledText: Equatable, Sendable, ExpressibleByStringInterpolation {
  /// A piece of text in one style.
  public struct Run: Equatable, Sendable {
    /// The text.
    public var text: String
    /// The style of the text.
    public var style: TextStyle

    /// Creates a run of text.
    public init(_ text: String, style: TextStyle) {
      self.text = text
      self.style = style
    }
  }

  /// The runs, in order.
  public private(set) var runs: [Run] = []

  /// Creates text in one style.
  public init(_ text: String = "", style: TextStyle = .plain) {
    append(text, style: style)
  }

  /// Creates plain text.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// The text without its styles.
  public var text: String { runs.map(\.text).joined() }

  /// The width of the drawn text in columns.
  public var columns: Int { runs.reduce(0) { $0 + DrawnText($1.text).columns } }

  /// Appends text.
  public mutating func append(_ text: String, style: TextStyle = .plain) {
    if !text.isEmpty { runs.append(Run(text, style: style)) }
  }

  /// Appends styled text.
  public mutating func append(_ text: StyledText) {
    runs += text.runs
  }

  /// A copy with each style changed by `change`.
  public func restyled(_ change: (inout TextStyle) -> Void) -> StyledText {
    var result = self
    for index in result.runs.indices { change(&result.runs[index].style) }
    return result
  }

  /// The text, truncated to `columns` columns with a final "…" if it is longer.
  public func fitted(columns: Int) -> StyledText {
    let needed = runs.reduce(0) { $0 + DrawnText($1.text, columns: columns + 1).columns }
    guard needed > columns else { return self }
    var result = StyledText()
    var room = columns - 1
    for run in runs where room >= 0 {
      var kept = ""
      for drawn in DrawnText(run.text, columns: columns) {
        room -= drawn.columns
        if room < 0 { break }
        kept.append(drawn.character)
      }
      result.append(room < 0 ? kept + "…" : kept, style: run.style)
    }
    return result
  }
}
