import BindableKit

/// Counts lines and the words that contain a filter.
final class BindableWordCounter: Sendable {
  private let tally = Bindable(WordTally())

  // Can also be read: words.value
  var lines: ReadOnlyBindable<Int> {
    tally.map { $0.counts.lines }.distinct()
  }
  var words: ReadOnlyBindable<Int> {
    tally.map { $0.counts.words }.distinct()
  }
  var mostFrequentWord: ReadOnlyBindable<String> {
    tally.map { $0.counts.mostFrequentWord }.distinct()
  }

  // One step each: several threads may call these.
  func read(_ batch: LineBatch) {
    tally.modify { $0.add(batch) }
  }

  func setFilter(_ filter: String) {
    tally.modify { $0.filter = filter }
  }
}
