import Observation

/// Counts lines and the words that contain a filter.
@MainActor @Observable final class ObservableWordCounter {
  private var tally = WordTally()

  // Read on the main actor only.
  var lines: Int { tally.counts.lines }
  var words: Int { tally.counts.words }
  var mostFrequentWord: String { tally.counts.mostFrequentWord }

  // One step each: on one actor.
  func read(_ batch: LineBatch) { tally.add(batch) }

  func setFilter(_ filter: String) { tally.filter = filter }
}
