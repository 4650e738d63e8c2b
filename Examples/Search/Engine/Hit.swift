/// A line that contains the word, or a file whose name contains it.
struct Hit: Equatable, Sendable {
  let path: Path
  /// The line number, from 1; `nil` if the match is in the file's name.
  let line: Int?
  /// The byte offset of the match in the file; 0 if it is in the name.
  let offset: Int
  /// The line, or the path. A long line is cut to the part around the match.
  let text: TextWindow
}
