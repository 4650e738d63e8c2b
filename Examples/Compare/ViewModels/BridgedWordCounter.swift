import BindableKit
import RxBindable
import RxCore

/// Counts lines and the words that contain a filter.
final class BridgedWordCounter: Sendable {
  private let tally = BehaviorRelay(value: WordTally())
  private let counts: ReadOnlyBindable<WordTally>

  // Can also be read: words.value
  var lines: ReadOnlyBindable<Int> {
    counts.map { $0.counts.lines }.distinct()
  }
  var words: ReadOnlyBindable<Int> {
    counts.map { $0.counts.words }.distinct()
  }
  var mostFrequentWord: ReadOnlyBindable<String> {
    counts.map { $0.counts.mostFrequentWord }.distinct()
  }

  init() { counts = tally.asBindable() }

  func read(_ batch: LineBatch) {
    // Two steps: only one thread may call this.
    var changed = tally.value
    changed.add(batch)
    tally.accept(changed)
  }

  func setFilter(_ filter: String) {
    var changed = tally.value
    changed.filter = filter
    tally.accept(changed)
  }
}
