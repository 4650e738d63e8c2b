/// Cuts a source into batches of whole lines, in bounded memory.
///
/// A short input is read line by line, so that each line is an event; a long input is read in batches of many lines. A
/// line longer than the longest batch is cut, between two words if possible.
struct LineReader {
  /// Sizes in bytes.
  struct Sizes {
    /// An input of up to this size is read line by line.
    var shortInput = 1 << 16
    /// How much of a long input is read at once.
    var chunk = 1 << 18
    /// A batch without a newline is cut at this size.
    var longestBatch = 1 << 20
  }

  private let source: ByteSource
  private let sizes: Sizes
  /// The bytes from `position` to `end` have been read but not yet taken.
  private var buffer: [UInt8] = []
  private var position = 0
  private var end = 0
  private var hasBegun = false
  private var isFirst = true
  private var endsInsideLine = false

  /// Whether each batch is one line.
  private(set) var isShort = false
  /// The source's size in bytes, once known.
  private(set) var size: Int?
  /// The number of invalid UTF-8 pieces replaced so far, each by U+FFFD.
  private(set) var replacements = 0

  init(_ source: ByteSource, sizes: Sizes = Sizes()) {
    self.source = source
    self.sizes = sizes
    size = source.size
  }

  /// Reads enough to tell a short input from a long one. ``next()`` calls this method unless the caller has called it.
  mutating func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    while source.end == nil, end <= sizes.shortInput { fill(upTo: sizes.shortInput + 1) }
    isShort = source.end != nil
    if isShort, source.end == .complete { size = end }
  }

  /// The next batch; `nil` at the end of the source.
  mutating func next() -> LineBatch? {
    begin()
    if isShort {
      return take(upTo: held.firstIndex(of: newline).map { $0 + 1 } ?? end)
    }
    while source.end == nil {
      fill(upTo: max(sizes.chunk, held.count + sizes.chunk / 2))
      if let last = held.lastIndex(of: newline) { return take(upTo: last + 1) }
      if held.count >= sizes.longestBatch { return take(upTo: cutInsideLine()) }
    }
    return take(upTo: end)
  }

  /// The bytes that have been read but not yet taken.
  private var held: ArraySlice<UInt8> { buffer[position..<end] }

  /// Reads once, filling the buffer to at most `count` held bytes.
  private mutating func fill(upTo count: Int) {
    if buffer.count < count { buffer.append(contentsOf: repeatElement(0, count: count - buffer.count)) }
    let (source, remaining) = (source, held.indices)
    let read = buffer.withUnsafeMutableBytes { bytes in
      if remaining.lowerBound > 0 { bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[remaining])) }
      return source.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[remaining.count..<count]))
    }
    (position, end) = (0, remaining.count + read)
    if let reason = source.end, reason != .complete { dropUnfinishedCharacter() }
  }

  /// Drops a character that is incomplete because reading stopped early, so that it does not count as invalid UTF-8.
  private mutating func dropUnfinishedCharacter() {
    guard let lead = held.suffix(3).lastIndex(where: { $0 >= 0xC0 }) else { return }
    let length = buffer[lead] < 0xE0 ? 2 : buffer[lead] < 0xF0 ? 3 : 4
    if end - lead < length { end = lead }
  }

  /// The position after the last character that separates words or, if there is none, before the last character.
  private func cutInsideLine() -> Int {
    var index = end
    while index > position {
      let start = startOfCharacter(before: index)
      if separatesWords(start..<index) { return index }
      index = start
    }
    let last = startOfCharacter(before: end)
    return last > position && buffer[last] & 0xC0 != 0x80 ? last : end
  }

  private func startOfCharacter(before index: Int) -> Int {
    var start = index - 1
    while start > position, index - start < 4, buffer[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }

  /// Whether these bytes are one character that separates words.
  private func separatesWords(_ bytes: Range<Int>) -> Bool {
    // A fast check, since a long line may consist of letters only.
    if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(buffer[bytes.lowerBound] | 0x20) { return false }
    let character = String(validating: buffer[bytes], as: UTF8.self)?.unicodeScalars
    guard let character, character.count == 1 else { return false }
    return character.first.map { CharacterKind($0) == .separator } ?? false
  }

  private mutating func take(upTo cut: Int) -> LineBatch? {
    let isLast = source.end != nil && cut == end
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

  /// The bytes as valid UTF-8, and the number of invalid pieces that were replaced.
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
