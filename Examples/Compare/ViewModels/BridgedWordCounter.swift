import BindableKit
import RxBindable
import RxCore

/// Counts lines and the words that contain a filter.
final class BridgedWordCounter: Sendable {
  private let changes = PublishSubject<WordTally.Change>()
  // Owns the subscription: no bag.
  private let counts: ReadOnlyBindable<WordCounts>

  // Can also be read: words.value
  var lines: ReadOnlyBindable<Int> {
    counts.map { $0.lines }.distinct()
  }
  var words: ReadOnlyBindable<Int> {
    counts.map { $0.words }.distinct()
  }
  var mostFrequentWord: ReadOnlyBindable<String> {
    counts.map { $0.mostFrequentWord }.distinct()
  }

  init() {
    counts =
      changes
      .scan(into: WordTally()) { $0.apply($1) }
      .map { $0.counts }
      .asBindable(initial: WordCounts(), onError: .handle { _ in })
  }

  // A change is an event.
  func read(_ batch: LineBatch) {
    changes.onNext(.batch(batch))
  }

  func setFilter(_ filter: String) {
    changes.onNext(.filter(filter))
  }
}
