import BindableKit

/// The view model with ``Bindable``: values that notify their observers of
/// changes.
final class BindableWordCounter: Sendable {
  // Inputs
  let filter = Bindable("")
  let size = Bindable<Int?>(nil)

  func read(_ batch: LineBatch) { tally.modify { $0.add(batch) } }

  // Outputs
  let lines = Bindable(0)
  let words = Bindable(0)
  let mostFrequentWord = Bindable("")
  let progress = Bindable(0)

  private let tally = Bindable(WordTally())

  init() {
    filter.observe(with: self) { counter, filter in
      counter.tally.modify { $0.filter = filter }
    }
    size.observe(with: self) { counter, _ in counter.updateProgress() }
    tally.observe(with: self) { counter, tally in
      counter.lines.value = tally.counts.lines
      counter.words.value = tally.counts.words
      counter.mostFrequentWord.value = tally.counts.mostFrequentWord
      counter.updateProgress()
    }
  }

  /// Reads and sets in one step, so that if two threads change the size and
  /// the tally at the same time, the second one sees both changes.
  private func updateProgress() {
    progress.modify { $0 = tally.value.counts.percent(of: size.value) }
  }
}
