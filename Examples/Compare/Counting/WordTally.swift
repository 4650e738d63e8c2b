/// The counts that the view models show.
struct WordCounts: Equatable, Sendable {
  var lines = 0
  /// The words that contain the filter.
  var words = 0
  /// The most frequent of these words; empty if there is none. Ties go to the first in the alphabet.
  var mostFrequentWord = ""
}

/// Counts lines and words. The filter also applies to words counted before the filter was set.
struct WordTally: Sendable {
  private struct Word {
    var count = 0
    let isMatching: Bool
  }

  private(set) var counts = WordCounts()
  private var words: [String: Word] = [:]
  private var highestCount = 0

  var filter = "" {
    didSet {
      (counts.words, counts.mostFrequentWord, highestCount) = (0, "", 0)
      for (name, former) in words {
        let word = Word(count: former.count, isMatching: matches(name))
        words[name] = word
        show(word, named: name, newOccurrences: word.count)
      }
    }
  }

  mutating func add(_ batch: LineBatch) {
    counts.lines += batch.lines
    for name in batch.words {
      var word = words[name] ?? Word(isMatching: matches(name))
      word.count += 1
      words[name] = word
      show(word, named: name, newOccurrences: 1)
    }
  }

  private func matches(_ name: String) -> Bool { filter.isEmpty || name.contains(filter.lowercased()) }

  private mutating func show(_ word: Word, named name: String, newOccurrences: Int) {
    guard word.isMatching else { return }
    counts.words += newOccurrences
    if word.count > highestCount || (word.count == highestCount && name < counts.mostFrequentWord) {
      (highestCount, counts.mostFrequentWord) = (word.count, name)
    }
  }
}
