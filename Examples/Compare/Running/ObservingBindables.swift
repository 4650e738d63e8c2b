import BindableKit

extension ReadOnlyBindable where Value: CustomStringConvertible {
  func observe(as observer: Observer) {
    let next = observer.next
    observe(
      with: observer.owner, queue: observer.queue, policy: observer.policy
    ) { _, value in
      next("\(value)")
    }
  }
}

extension StyledCounter {
  static func bindable() -> StyledCounter {
    let counter = BindableWordCounter()
    return StyledCounter("Bindable", read: counter.read, setFilter: counter.setFilter) { output, observer in
      switch output {
      case .lines: counter.lines.observe(as: observer)
      case .words: counter.words.observe(as: observer)
      case .mostFrequentWord: counter.mostFrequentWord.observe(as: observer)
      }
    }
  }

  static func bridged() -> StyledCounter {
    let counter = BridgedWordCounter()
    return StyledCounter("Bridged", read: counter.read, setFilter: counter.setFilter) { output, observer in
      switch output {
      case .lines: counter.lines.observe(as: observer)
      case .words: counter.words.observe(as: observer)
      case .mostFrequentWord: counter.mostFrequentWord.observe(as: observer)
      }
    }
  }
}
