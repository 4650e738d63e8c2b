import Testing

@testable import Compare

@Suite("WordTally")
struct WordTallyTests {
  private func tally(_ text: String, filter: String = "") -> WordCounts {
    var tally = WordTally()
    tally.add(LineBatch(text: Array(text.utf8), lines: 0, bytes: text.utf8.count))
    tally.filter = filter
    return tally.counts
  }

  @Test(
    "splits at blanks and punctuation, not at apostrophes inside a word",
    arguments: [
      ("", 0), ("one", 1), ("one two", 2), (" one,two;three. ", 3), ("don't", 1), ("'quoted'", 1), ("don’t", 1),
      ("“one” — two…", 2), ("漢字。漢字", 2), ("é\u{3000}é", 2), ("x1 2", 2),
    ])
  func splits(text: String, words: Int) {
    #expect(tally(text).words == words)
  }

  @Test("finds the most frequent word, of equals the first, whatever the case of ASCII letters")
  func mostFrequent() {
    #expect(tally("b a A b").mostFrequentWord == "b")
    #expect(tally("b a A").mostFrequentWord == "a")
    #expect(tally("").mostFrequentWord == "")
  }

  @Test("applies a filter to what was counted before and to what comes after, and takes it back")
  func filter() {
    var tally = WordTally()
    tally.add(LineBatch(text: Array("the wind the window".utf8), lines: 1, bytes: 19))
    tally.filter = "WIND"
    #expect(tally.counts.words == 2)
    #expect(tally.counts.mostFrequentWord == "wind")
    tally.add(LineBatch(text: Array("window rewind the".utf8), lines: 1, bytes: 17))
    #expect(tally.counts.words == 4)
    #expect(tally.counts.mostFrequentWord == "window")
    tally.filter = "nothing has this"
    #expect(tally.counts.words == 0)
    #expect(tally.counts.mostFrequentWord == "")
    tally.filter = ""
    #expect(tally.counts.words == 7)
    #expect(tally.counts.mostFrequentWord == "the")
  }

  @Test("counts as a dictionary does", arguments: 0..<10)
  func againstDictionary(seed: Int) {
    var numbers = SeededNumbers(seed: seed)
    let words = (0..<5_000).map { _ in "w\(Int.random(in: 0..<2_000, using: &numbers))" }
    var counts: [String: Int] = [:]
    for word in words { counts[word, default: 0] += 1 }
    let result = tally(words.joined(separator: " "), filter: "7")
    let matching = counts.filter { $0.key.contains("7") }
    #expect(result.words == matching.values.reduce(0, +))
    #expect(counts[result.mostFrequentWord] == matching.values.max())
  }

  @Test("counts what it no longer tells apart")
  func capacity() {
    let words = WordTable.capacity + 10
    #expect(tally((0..<words).map { "w\($0)" }.joined(separator: " ")).words == words)
  }
}
