/// What is read and counted at once: one line of a short input, many lines of a long one.
struct LineBatch: Sendable, Equatable {
  /// The text with its line ends, as valid UTF-8.
  let text: [UInt8]
  /// How many lines end in it. The last line of the input ends with the input.
  let lines: Int
  /// How many bytes of the input it was made of.
  let bytes: Int
}
