/// The lines around a hit.
struct Preview: Equatable, Sendable {
  /// A line of the file.
  struct Line: Equatable, Sendable {
    /// Counted from 1.
    let number: Int
    /// With the match, if this is the line of the hit.
    let text: TextWindow

    var isHit: Bool { text.match != nil }
  }

  let path: Path
  /// In order; empty if there is a ``problem``.
  let lines: [Line]
  /// Why there are no lines: an error, or what the file is instead of text.
  let problem: String?
}
