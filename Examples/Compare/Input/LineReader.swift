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
  /// Room for bytes, of which those from `position` to `end` were read and not taken yet.
  private var buffer: [UInt8] = []
  private var position = 0
  private var end = 0
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
    while !isAtEnd, end <= Self.shortInput { try fill(upTo: Self.shortInput + 1) }
    isShort = isAtEnd
    if isShort { size = end }
  }

  /// The next batch; `nil` at the end.
  mutating func next() throws(Failure) -> LineBatch? {
    try begin()
    if isShort {
      return take(upTo: held.firstIndex(of: newline).map { $0 + 1 } ?? end)
    }
    while !isAtEnd {
      try fill(upTo: max(Self.chunk, held.count + Self.chunk / 2))
      if let last = held.lastIndex(of: newline) { return take(upTo: last + 1) }
      if held.count >= Self.longestBatch { return take(upTo: cutInsideLine()) }
    }
    return take(upTo: end)
  }

  /// What was read and not taken yet.
  private var held: ArraySlice<UInt8> { buffer[position..<end] }

  /// Adds to what is held what one read gives, so that at most `count` bytes are not taken yet.
  private mutating func fill(upTo count: Int) throws(Failure) {
    if buffer.count < count { buffer.append(contentsOf: repeatElement(0, count: count - buffer.count)) }
    var got: Result<Int, Failure> = .success(0)
    let (source, remaining) = (source, held.indices)
    buffer.withUnsafeMutableBytes { bytes in
      if remaining.lowerBound > 0 { bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[remaining])) }
      let free = UnsafeMutableRawBufferPointer(rebasing: bytes[remaining.count..<count])
      got = Result { () throws(Failure) in try source.read(into: free) }
    }
    (position, end) = (0, remaining.count)
    let read = try got.get()
    end += read
    if read == 0 { isAtEnd = true }
  }

  private func cutInsideLine() -> Int {
    if let blank = held.lastIndex(where: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
      return blank + 1
    }
    // Not inside a character: its first byte is one of the last four.
    let lead = held.suffix(4).lastIndex { $0 & 0xC0 != 0x80 }
    return lead.map { $0 > position ? $0 : end } ?? end
  }

  private mutating func take(upTo cut: Int) -> LineBatch? {
    let isLast = isAtEnd && cut == end
    guard cut > position || (isLast && endsInsideLine) else { return nil }
    let raw = buffer[position..<cut]
    position = cut
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
