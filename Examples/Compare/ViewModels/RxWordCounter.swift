import RxCore

/// Counts lines and the words that contain a filter.
final class RxWordCounter: Sendable {
  private let changes = PublishSubject<WordTally.Change>()
  private let counts = BehaviorRelay(value: WordCounts())
  // Ends the counting with the view model.
  private let bag = DisposeBag()

  // Cannot be read, only subscribed to.
  var lines: Observable<Int> {
    counts.map { $0.lines }.distinctUntilChanged()
  }
  var words: Observable<Int> {
    counts.map { $0.words }.distinctUntilChanged()
  }
  var mostFrequentWord: Observable<String> {
    counts.map { $0.mostFrequentWord }.distinctUntilChanged()
  }

  init() {
    changes
      .scan(into: WordTally()) { $0.apply($1) }
      .map { $0.counts }
      .bind(to: counts)
      .disposed(by: bag)
  }

  // A change is an event.
  func read(_ batch: LineBatch) {
    changes.onNext(.batch(batch))
  }

  func setFilter(_ filter: String) {
    changes.onNext(.filter(filter))
  }
}
