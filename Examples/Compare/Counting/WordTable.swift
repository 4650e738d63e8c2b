/// Words and how often each came: a hash table over bytes, so that hundreds of megabytes take seconds.
///
/// A word is a run of ASCII letters, digits and apostrophes between them, and of all characters beyond ASCII but the
/// general and the ideographic punctuation. Beyond ASCII, case makes a difference.
struct WordTable: Sendable {
  private struct Entry {
    let start: Int
    let length: Int
    let hash: UInt32
    var count = 0
    var isMatching: Bool
  }

  /// More different words than this, or more text in them, are counted but not told apart: memory stays bounded.
  static let capacity = 1 << 18
  static let textCapacity = 1 << 22

  private var text: [UInt8] = []
  private var entries: [Entry] = []
  /// Open addressing: the number of an entry plus one, or zero.
  private var slots = [Int32](repeating: 0, count: 1 << 10)
  private var filter: [UInt8] = []
  private var best: Int?
  private var isBestNew = false

  /// How many words contain the filter.
  private(set) var matching = 0

  /// The most frequent matching word if it is another one than at the last call.
  mutating func takeNewBest() -> String? {
    guard isBestNew else { return nil }
    isBestNew = false
    guard let best else { return "" }
    return String(decoding: word(entries[best]), as: UTF8.self)
  }

  mutating func setFilter(_ newFilter: String) {
    filter = newFilter.utf8.map { Self.folded[Int($0)] == 0 ? $0 : Self.folded[Int($0)] }
    let former = best
    best = nil
    matching = 0
    for index in entries.indices {
      let isMatching = matches(word(entries[index]))
      entries[index].isMatching = isMatching
      if isMatching {
        matching += entries[index].count
        consider(index)
      }
    }
    isBestNew = isBestNew || best != former
  }

  mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      Self.folded.withUnsafeBufferPointer { folded in add(bytes, folded: folded) }
    }
  }

  // MARK: - Splitting

  private static let apostrophe = UInt8(ascii: "'")

  /// Each byte of a word in lower case; 0 for what separates words.
  private static let folded: [UInt8] = (0...255).map { (byte: UInt8) in
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: byte
    default: 0
    }
  }

  private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, folded: UnsafeBufferPointer<UInt8>) {
    var start = 0
    var index = 0
    var hash = Self.emptyHash
    while index < bytes.count {
      let byte = bytes[index]
      let letter = folded[Int(byte)]
      let separator = letter == 0 ? 1 : letter < 0xE2 ? 0 : Self.lengthOfPunctuation(in: bytes, at: index)
      if separator == 0 {
        hash = (hash ^ UInt32(letter)) &* 0x0100_0193
        index += 1
      } else if byte == Self.apostrophe, index > start, index + 1 < bytes.count, folded[Int(bytes[index + 1])] != 0 {
        hash = (hash ^ UInt32(byte)) &* 0x0100_0193
        index += 1
      } else {
        if index > start { count(bytes[start..<index], hash: hash, folded: folded) }
        index += separator
        start = index
        hash = Self.emptyHash
      }
    }
    if index > start { count(bytes[start..<index], hash: hash, folded: folded) }
  }

  /// How many bytes of punctuation beyond ASCII begin here; the typographic apostrophe belongs to its word.
  private static func lengthOfPunctuation(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    guard index + 2 < bytes.count else { return 0 }
    switch (bytes[index], bytes[index + 1], bytes[index + 2]) {
    case (0xE2, 0x80, let last): return last == 0x99 && index > 0 && folded[Int(bytes[index - 1])] != 0 ? 0 : 3
    case (0xE3, 0x80, 0x80...0x83), (0xE3, 0x80, 0x88...0x91): return 3
    case (0xEF, 0xBC, 0x81...0x8F), (0xEF, 0xBC, 0x9A...0xA0): return 3
    default: return 0
    }
  }

  // MARK: - Counting

  private static let emptyHash: UInt32 = 0x811C_9DC5

  private mutating func count(
    _ word: Slice<UnsafeBufferPointer<UInt8>>, hash: UInt32, folded: UnsafeBufferPointer<UInt8>
  ) {
    var slot = Int(hash) & (slots.count - 1)
    while true {
      let number = Int(slots[slot])
      if number == 0 { break }
      let entry = entries[number - 1]
      if entry.hash == hash, entry.length == word.count, isEqual(entry, word, folded) {
        return count(number - 1)
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    if entries.count == Self.capacity || text.count + word.count > Self.textCapacity {
      if matches(word.map { fold($0, folded) }[...]) { matching += 1 }
      return
    }
    let start = text.count
    for byte in word { text.append(fold(byte, folded)) }
    entries.append(Entry(start: start, length: word.count, hash: hash, isMatching: matches(text[start...])))
    slots[slot] = Int32(entries.count)
    if entries.count * 2 > slots.count { grow() }
    count(entries.count - 1)
  }

  private mutating func count(_ index: Int) {
    entries[index].count += 1
    guard entries[index].isMatching else { return }
    matching += 1
    consider(index)
  }

  private mutating func consider(_ index: Int) {
    guard index != best else { return }
    if let best {
      let (count, bestCount) = (entries[index].count, entries[best].count)
      guard count > bestCount || (count == bestCount && index < best) else { return }
    }
    best = index
    isBestNew = true
  }

  private mutating func grow() {
    slots = [Int32](repeating: 0, count: slots.count * 4)
    for (index, entry) in entries.enumerated() {
      var slot = Int(entry.hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(index + 1)
    }
  }

  private func fold(_ byte: UInt8, _ folded: UnsafeBufferPointer<UInt8>) -> UInt8 {
    byte == Self.apostrophe ? byte : folded[Int(byte)]
  }

  private func isEqual(
    _ entry: Entry, _ word: Slice<UnsafeBufferPointer<UInt8>>, _ folded: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    for offset in 0..<entry.length
    where text[entry.start + offset] != fold(word[word.startIndex + offset], folded) { return false }
    return true
  }

  private func word(_ entry: Entry) -> ArraySlice<UInt8> { text[entry.start..<entry.start + entry.length] }

  private func matches(_ word: ArraySlice<UInt8>) -> Bool {
    if filter.isEmpty { return true }
    guard word.count >= filter.count else { return false }
    return (word.startIndex...(word.endIndex - filter.count)).contains { word[$0...].starts(with: filter) }
  }
}
