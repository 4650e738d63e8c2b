/// The error that `#` stands for in a marble diagram, unless the caller gives another.
public struct MarbleError: Error, Hashable, Sendable {
  /// Makes the error.
  public init() {}
}

extension MarbleError: CustomStringConvertible {
  /// The name of the type.
  public var description: String { "MarbleError" }
}

/// A mistake in a marble diagram: what is wrong, where, and what to do.
///
///     The marble diagram has a group that is not closed, at character 3:
///       --(ab--
///         ^
///     Write ")" after the last event of the group.
public struct MarbleSyntaxError: Error, Hashable, Sendable {
  /// The diagram as it was written.
  public let marbles: String

  /// The index of the wrong character, from 0; the number of characters if something is missing at the end.
  public let position: Int

  /// What is wrong, as the object of "has".
  public let problem: String

  /// What to do, as a sentence.
  public let advice: String
}

extension MarbleSyntaxError: CustomStringConvertible {
  /// What is wrong, the diagram with a caret under the wrong character, and what to do.
  public var description: String {
    let line = String(marbles.map { $0.isWhitespace ? " " : $0 })
    let indentation = String(repeating: " ", count: String(line.prefix(position)).displayWidth)
    return """
      The marble diagram has \(problem), at character \(position + 1):
        \(line)
        \(indentation)^
      \(advice)
      """
  }
}
