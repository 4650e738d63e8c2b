/// A piece of input that is counted in one step: one line of a short input, or many lines of a long one.
struct LineBatch: Sendable, Equatable {
  /// The text, including line endings, as valid UTF-8.
  let text: [UInt8]
  /// The number of lines that end in the text. The end of the input also ends the last line.
  let lines: Int
  /// The number of input bytes from which the text was made.
  let bytes: Int
}
