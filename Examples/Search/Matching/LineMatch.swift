/// A line that contains the word, in the memory of the search: valid only while the closure runs that receives it.
struct LineMatch {
  /// The number of the line, from 1.
  let number: Int
  /// Where the match begins in the file, in bytes.
  let offset: Int
  /// The line without its end, or some part of it that contains the match.
  let line: UnsafeRawBufferPointer
  /// The bytes that match, as positions in ``line``.
  let match: Range<Int>
  /// Whether the line begins before ``line``.
  let isCutAtStart: Bool
  /// Whether the line continues after ``line``.
  let isCutAtEnd: Bool
}
