/// Cuts a source into batches of whole lines, in bounded memory.
///
/// A short input comes line by line, so that each line is an event; a long one in batches of many lines. A line longer
/// than the longest batch is cut, between two words if it has any.
struct LineReader {
  /// An input of up to this many bytes is read line by line.
  static let shortInput = 1 << 16
  private static let chunk = 1 << 18
  private static let longestBatch = 1 << 20

  private let source: ByteSource
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private var hasBegun = false
  private var isFirst = true
  private var endsInsideLine = false

  /// Whether each batch is one line.
  private(set) var isShort = false
  /// How many bytes the source has, once that is known.
  private(set) var size: Int?
  /// How many pieces that are not UTF-8 were replaced so far, each by U+FFFD.
  private(set) var replacements = 0

  init(_ source: ByteSource) {
    self.source = source
    size = source.size
  }

  /// Reads as much as tells a short input from a long one. ``next()`` does it if nobody did before.
  mutating func begin() throws(Failure) {
    guard !hasBegun else { return }
    hasBegun = true
    while !isAtEnd, buffer.count <= Self.shortInput { try fill(upTo: Self.shortInput + 1) }
    isShort = isAtEnd
    if isShort { size = buffer.count }
  }

  /// The next batch; `nil` at the end.
  mutating func next() throws(Failure) -> LineBatch? {
    try begin()
    if isShort {
      let end = buffer[position...].firstIndex(of: newline).map { $0 + 1 }
      return take(upTo: end ?? buffer.count)
    }
    while !isAtEnd {
      try fill(upTo: max(Self.chunk, buffer.count - position + Self.chunk / 2))
      if let last = buffer[position...].lastIndex(of: newline) { return take(upTo: last + 1) }
      if buffer.count - position >= Self.longestBatch { return take(upTo: cutInsideLine()) }
    }
    return take(upTo: buffer.count)
  }

  /// Adds to the buffer what one read gives, so that it holds at most `count` bytes that are not taken yet.
  private mutating func fill(upTo count: Int) throws(Failure) {
    buffer.removeSubrange(..<position)
    position = 0
    let held = buffer.count
    var got: Result<Int, Failure> = .success(0)
    let source = source
    buffer.append(contentsOf: repeatElement(0, count: count - held))
    buffer.withUnsafeMutableBytes { bytes in
      let free = UnsafeMutableRawBufferPointer(rebasing: bytes[held...])
      got = Result { () throws(Failure) in try source.read(into: free) }
    }
    let read = (try? got.get()) ?? 0
    buffer.removeLast(buffer.count - held - read)
    if try got.get() == 0 { isAtEnd = true }
  }

  private func cutInsideLine() -> Int {
    if let blank = buffer[position...].lastIndex(where: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
      return blank + 1
    }
    // Not inside a character: its first byte is one of the last four.
    let lead = buffer[position...].suffix(4).lastIndex { $0 & 0xC0 != 0x80 }
    return lead.map { $0 > position ? $0 : buffer.count } ?? buffer.count
  }

  private mutating func take(upTo end: Int) -> LineBatch? {
    let isLast = isAtEnd && end == buffer.count
    guard end > position || (isLast && endsInsideLine) else { return nil }
    let raw = buffer[position..<end]
    position = end
    var lines = raw.withUnsafeBufferPointer { bytes in
      var lines = 0
      for byte in bytes where byte == newline { lines += 1 }
      return lines
    }
    if let last = raw.last { endsInsideLine = last != newline }
    if isLast, endsInsideLine {
      lines += 1
      endsInsideLine = false
    }
    let (text, replaced) = Self.repaired(isFirst && raw.starts(with: byteOrderMark) ? raw.dropFirst(3) : raw)
    isFirst = false
    replacements += replaced
    return LineBatch(text: text, lines: lines, bytes: raw.count)
  }

  /// The bytes as valid UTF-8, and how many pieces had to be replaced.
  static func repaired(_ bytes: ArraySlice<UInt8>) -> (text: [UInt8], replacements: Int) {
    let isASCII = bytes.withUnsafeBufferPointer { bytes in
      var bits: UInt8 = 0
      for byte in bytes { bits |= byte }
      return bits < 0x80
    }
    if isASCII || String(validating: bytes, as: UTF8.self) != nil { return (Array(bytes), 0) }
    let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
    return (text, replacementCharacters(in: text[...]) - replacementCharacters(in: bytes))
  }

  private static func replacementCharacters(in bytes: ArraySlice<UInt8>) -> Int {
    bytes.indices.count { bytes[$0...].starts(with: [0xEF, 0xBF, 0xBD]) }
  }
}

private let newline = UInt8(ascii: "\n")
private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
