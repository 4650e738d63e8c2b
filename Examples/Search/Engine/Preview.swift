/// The lines around a hit.
struct Preview: Equatable, Sendable {
  /// A line of the file.
  struct Line: Equatable, Sendable {
    /// The line number, from 1.
    let number: Int
    /// The line's text, with the match if this is the line of the hit.
    let text: TextWindow

    var isHit: Bool { text.match != nil }
  }

  let path: Path
  /// The lines in order; empty if there is a ``problem``.
  let lines: [Line]
  /// The reason why there are no lines, such as an error or a binary file.
  let problem: String?
}
