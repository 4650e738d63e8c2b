import RxCore

extension Observable where Element: CustomStringConvertible & Sendable {
  func show(_ output: Output, in view: WordCounterView) {
    subscribe(with: view) { @MainActor view, value in view.show(output, "\(value)") }.disposed(by: view.bag)
  }
}

extension StyledWordCounter {
  static func rx() -> StyledWordCounter {
    let counter = RxWordCounter()
    return StyledWordCounter("Rx", read: counter.read, setFilter: counter.setFilter) { view in
      counter.lines.show(.lines, in: view)
      counter.words.show(.words, in: view)
      counter.mostFrequentWord.show(.mostFrequentWord, in: view)
    }
  }
}
