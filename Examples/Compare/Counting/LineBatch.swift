/// Text that is counted in one step: one line of a short input, or many lines of a long one.
struct LineBatch: Sendable, Equatable {
  /// The number of lines that end in the text. The end of the input also ends the last line.
  let lines: Int
  let bytes: Int
  /// The words in lower case. A word is a run of letters, as `Character.isLetter` says.
  let words: [String]

  init(_ text: String, lines: Int = 1, bytes: Int = 0) {
    self.lines = lines
    self.bytes = bytes
    words = text.lowercased().split { !$0.isLetter }.map { String($0) }
  }
}
