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
  /// Why there are no lines: an error, or why the file cannot be shown.
  let problem: String?
}
