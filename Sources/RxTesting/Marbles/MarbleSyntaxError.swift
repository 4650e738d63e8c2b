/// The default error for `#` in a marble diagram.
public struct MarbleError: Error, Hashable, Sendable {
  /// Creates the error.
  public init() {}
}

extension MarbleError: CustomStringConvertible {
  /// The name of the type.
  public var description: String { "MarbleError" }
}

/// A mistake in a marble diagram: what is wrong, where, and how to fix it.
///
///     The marble diagram has a group that is not closed, at character 3:
///       --(ab--
///         ^
///     Write ")" after the last event of the group.
public struct MarbleSyntaxError: Error, Hashable, Sendable {
  /// The diagram as written.
  public let marbles: String

  /// The index of the wrong character, counting from 0; the number of characters if something is missing at the end.
  public let position: Int

  /// The mistake, as a noun phrase that completes "The marble diagram has …".
  public let problem: String

  /// How to fix the mistake, as a sentence.
  public let advice: String
}

extension MarbleSyntaxError: CustomStringConvertible {
  /// The mistake, the diagram with a caret under the wrong character, and the advice.
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
