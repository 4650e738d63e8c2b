/// A line that contains the word. It refers to the search's buffer, so it is valid only in the closure that receives
/// it.
struct LineMatch {
  /// The line number, from 1.
  let number: Int
  /// The byte offset of the match in the file.
  let offset: Int
  /// The line without its line break, or a part of it that contains the match.
  let line: UnsafeRawBufferPointer
  /// The range of the match in ``line``.
  let match: Range<Int>
  /// Whether the full line begins before ``line``.
  let isCutAtStart: Bool
  /// Whether the full line continues after ``line``.
  let isCutAtEnd: Bool
}
