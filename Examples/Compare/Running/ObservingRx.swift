import RxCore

extension Observable where Element: CustomStringConvertible & Sendable {
  func observe(as observer: Observer) {
    var source: Observable<Element> = self
    if let queue = observer.queue {
      let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "observer")
      source = observe(on: scheduler)
    }
    let next = observer.next
    let subscription = source.subscribe(with: observer.owner) { _, value in
      next("\(value)")
    }
    if observer.usesBag { subscription.disposed(by: observer.owner.bag) }
  }
}

extension StyledCounter {
  static func rx() -> StyledCounter {
    let counter = RxWordCounter()
    return StyledCounter("Rx", read: counter.read, setFilter: counter.setFilter) { output, observer in
      switch output {
      case .lines: counter.lines.observe(as: observer)
      case .words: counter.words.observe(as: observer)
      case .mostFrequentWord: counter.mostFrequentWord.observe(as: observer)
      }
    }
  }
}
