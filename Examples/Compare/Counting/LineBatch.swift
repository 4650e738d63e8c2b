/// A piece of the input, valid UTF-8: one line of a short input, many lines of a long one.
struct LineBatch: Sendable, Equatable {
  /// The text with its line ends.
  let text: [UInt8]
  /// How many lines end in it; the last line of the input ends where the input does.
  let lines: Int
  /// How many bytes of the input it was made of.
  let bytes: Int
}
