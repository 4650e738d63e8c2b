import RxCore

/// Counts lines and the words that contain a filter.
final class RxWordCounter: Sendable {
  private let tally = BehaviorRelay(value: WordTally())

  // Cannot be read, only subscribed to.
  var lines: Observable<Int> {
    tally.map { $0.counts.lines }.distinctUntilChanged()
  }
  var words: Observable<Int> {
    tally.map { $0.counts.words }.distinctUntilChanged()
  }
  var mostFrequentWord: Observable<String> {
    tally.map { $0.counts.mostFrequentWord }.distinctUntilChanged()
  }

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
