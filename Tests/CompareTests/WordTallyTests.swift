import TestSupport
import Testing

@testable import Compare

@Suite("WordTally")
struct WordTallyTests {
  private func counts(_ text: String, filter: String = "") -> WordCounts {
    var tally = WordTally()
    tally.add(LineBatch(text))
    tally.filter = filter
    return tally.counts
  }

  @Test("finds the most frequent word, or the first in the alphabet in a tie, regardless of case")
  func mostFrequent() {
    #expect(counts("a b B").mostFrequentWord == "b")
    #expect(counts("b a A b").mostFrequentWord == "a")
    #expect(counts("b b a A", filter: "B").mostFrequentWord == "b")
    #expect(counts("").mostFrequentWord == "")
  }

  @Test("applies a filter to earlier and later words, and removes it again")
  func filter() {
    var tally = WordTally()
    tally.add(LineBatch("the wind the window"))
    tally.filter = "WIND"
    #expect(tally.counts == WordCounts(lines: 1, words: 2, mostFrequentWord: "wind"))
    tally.add(LineBatch("window rewind the"))
    #expect(tally.counts == WordCounts(lines: 2, words: 4, mostFrequentWord: "window"))
    tally.filter = "nothing has this"
    #expect(tally.counts == WordCounts(lines: 2))
    tally.filter = ""
    #expect(tally.counts == WordCounts(lines: 2, words: 7, mostFrequentWord: "the"))
  }

  @Test("counts as a plain count does", arguments: 0..<10)
  func againstPlainCount(seed: Int) {
    var numbers = SplitMix64(seed: seed)
    let letters = ["a", "b", "c", "d"]
    let words = (0..<500).map { _ in
      (0..<3).map { _ in letters.randomElement(using: &numbers) ?? "" }.joined()
    }
    let matching = words.filter { $0.contains("d") }
    let result = counts(words.joined(separator: " "), filter: "d")
    #expect(result.words == matching.count)
    let highest = Set(matching).map { word in matching.count { $0 == word } }.max()
    #expect(result.mostFrequentWord == Set(matching).filter { word in matching.count { $0 == word } == highest }.min())
  }
}
