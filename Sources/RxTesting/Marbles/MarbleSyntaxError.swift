/// The error of a `#` in a marble diagram, unless the caller gives another.
public struct MarbleError: Error, Hashable, Sendable {
  /// Makes the error.
  public init() {}
}

extension MarbleError: CustomStringConvertible {
  /// The name of the type.
  public var description: String { "MarbleError" }
}

/// What is wrong with a marble diagram, where, and what to do about it.
///
///     The marble diagram has a group that is not closed, at character 3:
///       --(ab--
///         ^
///     Write ")" after the last event of the group.
public struct MarbleSyntaxError: Error, Hashable, Sendable {
  /// The diagram as it was written.
  public let marbles: String

  /// Which character is wrong, from 0; the number of characters if something is missing at the end.
  public let position: Int

  /// What is wrong, as the object of "has".
  public let problem: String

  /// What to do, as a sentence.
  public let advice: String
}

extension MarbleSyntaxError: CustomStringConvertible {
  /// A sentence that says what is wrong, the diagram with a caret under the place, and a sentence that says what to do.
  public var description: String {
    let line = String(marbles.map { $0.isWhitespace ? " " : $0 })
    return """
      The marble diagram has \(problem), at character \(position + 1):
        \(line)
        \(String(repeating: " ", count: position))^
      \(advice)
      """
  }
}
