/// A line that contains the word, or a file whose name does.
struct Hit: Equatable, Sendable {
  let path: Path
  /// The number of the line, from 1; `nil` if the name of the file contains the word.
  let line: Int?
  /// Where the match begins in the file, in bytes; 0 if it is in the name.
  let offset: Int
  /// The line, or the path; a long line is cut to what is around the match.
  let text: TextWindow
}
