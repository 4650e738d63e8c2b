import BindableKit
import RxBindable
import RxCore

/// The view model bridged: Bindables outside, for views that know nothing of
/// Rx, and operators inside.
final class BridgedWordCounter: Sendable {
  // Inputs
  let filter = Bindable("")
  let size = Bindable<Int?>(nil)

  func read(_ batch: LineBatch) { batches.onNext(batch) }

  // Outputs
  let lines: Bindable<Int>
  let words: Bindable<Int>
  let mostFrequentWord: Bindable<String>
  let progress: Bindable<Int>

  private let batches = PublishSubject<LineBatch>()

  init() {
    let filters = filter.asObservable().map { WordTally.Change.filter($0) }
    let counts =
      Observable
      .merge(batches.map { WordTally.Change.batch($0) }, filters)
      .scan(into: WordTally()) { tally, change in tally.apply(change) }
      .map { $0.counts }
      .share(replay: 1)

    lines = counts.map(\.lines)
      .asBindable(initial: 0, onError: .replace(with: 0))
    words = counts.map(\.words)
      .asBindable(initial: 0, onError: .replace(with: 0))
    mostFrequentWord = counts.map(\.mostFrequentWord)
      .asBindable(initial: "", onError: .replace(with: ""))
    progress = Observable<Int>
      .combineLatest(counts, size.asObservable()) { $0.percent(of: $1) }
      .asBindable(initial: 0, onError: .replace(with: 0))
  }
}
