import RxCore

/// The view model with the Rx core: inputs are subjects, and operators derive
/// the outputs from them.
final class RxWordCounter: Sendable {
  // Inputs
  let filter = BehaviorSubject(value: "")
  let size = BehaviorSubject<Int?>(value: nil)
  let batches = PublishSubject<LineBatch>()

  // Outputs
  let lines: Observable<Int>
  let words: Observable<Int>
  let mostFrequentWord: Observable<String>
  let progress: Observable<Int>

  private let bag = DisposeBag()

  init() {
    let counts = BehaviorSubject(value: WordCounts())
    Observable.merge(
      batches.map { WordTally.Change.batch($0) },
      filter.map { WordTally.Change.filter($0) }
    )
    .scan(into: WordTally()) { tally, change in tally.apply(change) }
    .map { $0.counts }
    .subscribe(counts)
    .disposed(by: bag)

    lines = counts.map(\.lines).distinctUntilChanged()
    words = counts.map(\.words).distinctUntilChanged()
    mostFrequentWord = counts.map(\.mostFrequentWord).distinctUntilChanged()
    progress = Observable<Int>
      .combineLatest(counts, size) { $0.percent(of: $1) }
      .distinctUntilChanged()
  }
}
