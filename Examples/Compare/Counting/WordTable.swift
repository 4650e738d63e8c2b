/// A hash table of words and their counts. Words are stored as bytes instead of strings, so that counting hundreds of
/// megabytes takes only seconds.
struct WordTable: Sendable {
  // Small, so that many fit into the processor's cache.
  private struct Entry {
    let start: UInt32
    let length: UInt32
    var count = 0
    var isMatching: Bool
  }

  /// An entry's number and its word's hash. Numbers start at 1; 0 marks a free slot.
  private struct Slot {
    var number: UInt32 = 0
    var hash: UInt32 = 0
  }

  /// Beyond this many different words, or this much text, new words are counted but not stored, to bound memory.
  /// Setting the filter forgets them.
  static let capacity = 1 << 18
  static let textCapacity = 1 << 22

  private var text: [UInt8] = []
  private var entries: [Entry] = []
  /// Open addressing: each entry took the first free slot, starting at its hash's slot.
  private var slots = [Slot](repeating: Slot(), count: 1 << 10)
  private var filter: [UInt8] = []
  private var mostFrequent: Int?
  private var isMostFrequentNew = false

  /// The number of words that contain the filter.
  private(set) var matching = 0

  /// The most frequent matching word (empty if there is none) if it may have changed since the last call; otherwise
  /// `nil`.
  mutating func takeNewMostFrequent() -> String? {
    guard isMostFrequentNew else { return nil }
    isMostFrequentNew = false
    guard let mostFrequent else { return "" }
    return String(decoding: word(entries[mostFrequent]), as: UTF8.self)
  }

  mutating func setFilter(_ newFilter: String) {
    var lowerCase = String.UnicodeScalarView()
    lowerCase.append(contentsOf: newFilter.unicodeScalars.map(CharacterTable.lowerCase))
    filter = Array(String(lowerCase).utf8)
    let former = mostFrequent
    mostFrequent = nil
    matching = 0
    for index in entries.indices {
      let isMatching = word(entries[index]).withUnsafeBufferPointer(matches)
      entries[index].isMatching = isMatching
      if isMatching {
        matching += entries[index].count
        consider(index)
      }
    }
    isMostFrequentNew = isMostFrequentNew || mostFrequent != former
  }

  /// Counts a lower-case word. Equal words must have equal hashes.
  mutating func count(_ word: UnsafeBufferPointer<UInt8>, hash: UInt32) {
    var index = Int(hash) & (slots.count - 1)
    while true {
      let slot = slots[index]
      if slot.number == 0 { break }
      if slot.hash == hash, isEqual(entries[Int(slot.number) - 1], word) { return count(Int(slot.number) - 1) }
      index = (index + 1) & (slots.count - 1)
    }
    if entries.count == Self.capacity || text.count + word.count > Self.textCapacity {
      if matches(word) { matching += 1 }
      return
    }
    let start = text.count
    text.append(contentsOf: word)
    entries.append(Entry(start: UInt32(start), length: UInt32(word.count), isMatching: matches(word)))
    slots[index] = Slot(number: UInt32(entries.count), hash: hash)
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
    guard index != mostFrequent else { return }
    if let mostFrequent {
      let (count, highest) = (entries[index].count, entries[mostFrequent].count)
      guard count > highest || (count == highest && index < mostFrequent) else { return }
    }
    mostFrequent = index
    isMostFrequentNew = true
  }

  private mutating func grow() {
    let former = slots
    slots = [Slot](repeating: Slot(), count: former.count * 4)
    for slot in former where slot.number > 0 {
      var index = Int(slot.hash) & (slots.count - 1)
      while slots[index].number > 0 { index = (index + 1) & (slots.count - 1) }
      slots[index] = slot
    }
  }

  private func isEqual(_ entry: Entry, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
    guard Int(entry.length) == word.count else { return false }
    return text.withUnsafeBufferPointer { text in
      for offset in 0..<word.count where text[Int(entry.start) + offset] != word[offset] { return false }
      return true
    }
  }

  private func word(_ entry: Entry) -> ArraySlice<UInt8> { text[Int(entry.start)..<Int(entry.start + entry.length)] }

  private func matches(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    if filter.isEmpty { return true }
    guard word.count >= filter.count else { return false }
    return (0...(word.count - filter.count)).contains { word[$0...].starts(with: filter) }
  }
}
