/// Cuts the input into batches of whole lines.
///
/// A short input is read line by line, so that each line is an event; a long input is read in batches of many lines.
struct LineReader {
  /// An input of up to this size, in bytes, is read line by line.
  private static let shortInput = 1 << 16

  private let source: ByteSource
  /// The bytes that have been read but are not yet in a batch.
  private var held: ArraySlice<UInt8> = []

  /// The size of the input in bytes, if known.
  let size: Int?
  /// Whether each batch is one line.
  let isByLine: Bool
  /// Why reading ended; `nil` while more may follow.
  private(set) var end: InputEnd?
  /// Whether the text so far is valid UTF-8.
  private(set) var isValid = true

  /// Reads enough to tell a short input from a long one.
  init(_ source: ByteSource) {
    self.source = source
    var (held, end): (ArraySlice<UInt8>, InputEnd?) = ([], nil)
    while end == nil, held.count <= Self.shortInput {
      switch source.next() {
      case .bytes(let bytes): held += bytes
      case .end(let reason): end = reason
      }
    }
    (self.held, self.end) = (held, end)
    size = end == .complete ? held.count : source.size
    isByLine = held.count <= Self.shortInput
  }

  /// The next batch; `nil` at the end of the input.
  mutating func next() -> LineBatch? {
    if isByLine { return take(through: held.firstIndex(of: newline)) }
    var last = held.lastIndex(of: newline)
    while last == nil, end == nil { last = fill() }
    return take(through: last)
  }

  /// Reads once. Returns the index of the last newline among the new bytes.
  private mutating func fill() -> Int? {
    switch source.next() {
    case .bytes(let bytes):
      let start = held.endIndex
      held += bytes
      return held[start...].lastIndex(of: newline)
    case .end(let reason):
      end = reason
      return nil
    }
  }

  /// Takes a batch up to the newline at `last`, or of all that is left.
  private mutating func take(through last: Int?) -> LineBatch? {
    let bytes = last.map { held[...$0] } ?? held
    guard let final = bytes.last else { return nil }
    held = held[bytes.endIndex...]
    let text = String(validating: bytes, as: UTF8.self)
    // An input that ended early may end inside a character.
    let isCut = held.isEmpty && end != nil && end != .complete
    if text == nil, !isCut { isValid = false }
    return LineBatch(
      text ?? String(decoding: bytes, as: UTF8.self),
      lines: bytes.count { $0 == newline } + (final == newline ? 0 : 1), bytes: bytes.count)
  }
}

private let newline = UInt8(ascii: "\n")
