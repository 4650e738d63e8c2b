import BindableKit

extension ReadOnlyBindable where Value: CustomStringConvertible {
  func show(_ output: Output, in view: WordCounterView) {
    observe(with: view) { @MainActor view, value in view.show(output, "\(value)") }
  }
}

extension StyledWordCounter {
  static func bindable() -> StyledWordCounter {
    let counter = BindableWordCounter()
    return StyledWordCounter("Bindable", read: counter.read, setFilter: counter.setFilter) { view in
      counter.lines.show(.lines, in: view)
      counter.words.show(.words, in: view)
      counter.mostFrequentWord.show(.mostFrequentWord, in: view)
    }
  }

  static func bridged() -> StyledWordCounter {
    let counter = BridgedWordCounter()
    return StyledWordCounter("Bridged", read: counter.read, setFilter: counter.setFilter) { view in
      counter.lines.show(.lines, in: view)
      counter.words.show(.words, in: view)
      counter.mostFrequentWord.show(.mostFrequentWord, in: view)
    }
  }
}
