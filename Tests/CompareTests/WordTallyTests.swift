import TestSupport
import Testing

@testable import Compare

@Suite("WordTally")
struct WordTallyTests {
  @Test("finds the most frequent word, or the first in a tie, regardless of case")
  func mostFrequent() {
    #expect(WordTally.counts(["b a A b"]).mostFrequentWord == "b")
    #expect(WordTally.counts(["b a A"]).mostFrequentWord == "a")
    #expect(WordTally.counts([""]).mostFrequentWord == "")
  }

  @Test("applies a filter to earlier and later words, and removes it again")
  func filter() {
    var tally = WordTally()
    tally.add(LineBatch(text: Array("the wind the window\n".utf8), lines: 1, bytes: 20))
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
    var numbers = SplitMix64(seed: seed)
    let words = (0..<5_000).map { _ in "w\(Int.random(in: 0..<2_000, using: &numbers))" }
    var counts: [String: Int] = [:]
    for word in words { counts[word, default: 0] += 1 }
    let result = WordTally.counts([words.joined(separator: " ")], filter: "7")
    let matching = counts.filter { $0.key.contains("7") }
    #expect(result.words == matching.values.reduce(0, +))
    #expect(counts[result.mostFrequentWord] == matching.values.max())
  }

  @Test("counts words that it can no longer tell apart")
  func capacity() {
    let words = WordTable.capacity + 10
    #expect(WordTally.counts([(0..<words).map { "w\($0)" }.joined(separator: " ")]).words == words)
  }
}
